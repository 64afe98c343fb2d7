// SPDX-License-Identifier: GPL-3.0-or-later
// The window with the page of own orders open, and ways to type, click and drag into it, for tests.
#pragma once

#include "ui/numbers/value_label.h"
#include "ui/timeline/order_builder.h"
#include "ui/timeline/order_builder_board.h"
#include "ui/timeline/order_facts.h"
#include "window_stage.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>

namespace tests
{

/// The window with the page open, on a ring.
struct OwnStage : WindowStage {
    explicit OwnStage(const char* chips = "4", const char* kind = "matmul-gather", bool dark = false,
                      QSize size = {1280, 720})
        : WindowStage("start", size, dark)
    {
        takeOwnCollective();
        set("coll.wrap", "ring");
        set("coll.torus", chips);
        set("coll.kind", kind);
        trigger("tab-6");
        showPage();
    }

    void showPage()
    {
        for (int i = 0; i < bar().count(); ++i) {
            if (bar().isTabVisible(i) && bar().tabText(i) == QStringLiteral("Custom")) {
                bar().setCurrentIndex(i);
            }
        }
        settle();
    }

    ~OwnStage() { window.session().undoStack().setClean(); }

    void set(const char* field, const char* value)
    {
        if (const auto done = window.session().editFromText(field, value); !done) {
            qFatal("%s", done.error().c_str());
        }
        settle();
    }

    QTabBar& bar() const { return *part<QTabBar>("collectives.stage"); }
    ui::OrderBuilder& page() const { return *window.findChild<ui::OrderBuilder*>(); }
    ui::OrderBoard& board() const { return *window.findChild<ui::OrderBoard*>(); }
    QString verdict() const { return part<QLabel>("own.verdict")->text(); }
    ui::OrderFacts& factsPart() const { return *part<ui::OrderFacts>("own.facts"); }
    /// As they read.
    QString facts() const
    {
        QStringList words;
        for (const QWidget* part : factsPart().findChildren<QWidget*>()) {
            const auto* word = qobject_cast<const QLabel*>(part);
            const auto* number = qobject_cast<const ui::ValueLabel*>(part);
            if ((word || number) && part->isVisibleTo(&factsPart()))
                words << (number ? number->shown() : word->text());
        }
        return words.join(u' ');
    }

    /// '>' is the right arrow, '<' the left one, '.' Return, '-' Backspace, '*' Delete.
    void type(const char* keys)
    {
        for (const char key : std::string(keys)) {
            const auto special = std::string("><.-*").find(key);
            constexpr Qt::Key named[] = {Qt::Key_Right, Qt::Key_Left, Qt::Key_Return, Qt::Key_Backspace,
                                         Qt::Key_Delete};
            if (special != std::string::npos) {
                QTest::keyClick(&board(), named[special]);
            } else {
                QTest::keyClick(&board(), key);
            }
        }
        settle();
    }

    void click(const char* button)
    {
        part<QPushButton>(button)->click();
        settle();
    }

    void load(int preset)
    {
        emit part<QComboBox>("own.presets")->activated(preset);
        settle();
    }

    QPoint tile(const core::ShardProduct& product, int step = ui::OrderTile::offered) const
    {
        for (const auto& tile : board().scene().tiles) {
            if (tile.product == product && tile.step == step) {
                return (tile.box.center() * board().scene().unit).toPoint();
            }
        }
        return {};
    }

    QPoint slot(int step) const
    {
        const auto& scene = board().scene();
        return (scene.steps[static_cast<std::size_t>(step)].box.center() * scene.unit).toPoint();
    }

    void drag(const QPoint& from, const QPoint& to)
    {
        QTest::mousePress(&board(), Qt::LeftButton, {}, from);
        for (const QPoint& at : {from + QPoint(12, 12), to}) {
            QMouseEvent move(QEvent::MouseMove, at, board().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(&board(), &move);
        }
        QTest::mouseRelease(&board(), Qt::LeftButton, {}, to);
        settle();
    }

    QString order() const
    {
        QStringList steps;
        for (const auto& step : page().order()) {
            QStringList names;
            for (const auto& product : step) {
                names << QString::number(product.shard) +
                             (product.half < 0 ? QString() : QString(QChar(u'a' + product.half)));
            }
            steps << names.join(u' ');
        }
        return steps.join(u'|');
    }
};

} // namespace tests
