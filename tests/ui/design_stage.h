// SPDX-License-Identifier: GPL-3.0-or-later
// The window with the collectives of a shipped design in sight, for tests.
#pragma once

#include "ui/collectives/design_list.h"
#include "ui/derivation/explain_panel.h"
#include "ui/numbers/value_label.h"
#include "window_stage.h"

#include <QLabel>
#include <QTextBrowser>

namespace tests
{

/// The window with the collectives of a shipped design in sight.
struct DesignStage : WindowStage {
    explicit DesignStage(std::string_view scenario = "start", QSize size = {1280, 720}, bool dark = false)
        : WindowStage(scenario, size, dark)
    {
        trigger("design-collectives");
        takeOwnCollective(); // none of them is open
        settle();            // what was shown of the open one goes
    }
    ~DesignStage() { window.session().undoStack().setClean(); }

    ui::DesignList& list() const { return *part<ui::DesignList>("design.list"); }
    ui::DesignModel& rows() const { return list().rows(); }
    QString text(const char* label) const { return part<QLabel>(label)->text(); }
    /// Words and numbers within, one after the other.
    QString said(const char* part) const
    {
        QStringList words;
        const auto* within = this->part(part);
        for (const auto* one : within->findChildren<QWidget*>()) {
            const auto* label = qobject_cast<const QLabel*>(one);
            const auto* number = qobject_cast<const ui::ValueLabel*>(one);
            if ((label || number) && one->isVisibleTo(within)) {
                words << (label ? label->text() : number->shown());
            }
        }
        return words.join(u' ');
    }
    QString value(const char* label) const { return part<ui::ValueLabel>(label)->shown(); }
    const core::Scenario& scenario() { return window.session().scenario(); }

    void set(const char* field, const char* to)
    {
        QVERIFY(window.session().editFromText(field, to));
        settle();
    }
    void click(int row)
    {
        const auto index = rows().index(row);
        list().scrollTo(index);
        settle();
        QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualRect(index).center());
        settle();
    }
    /// Of a number in a row, in the viewport.
    QRect box(int row, std::size_t number) const
    {
        return ui::numberBoxes(rows().row(row), list().visualRect(rows().index(row)))[number];
    }
    QString derivation() const { return part<QTextBrowser>("explain.text")->toPlainText(); }
    QString marked() const
    {
        QStringList names;
        for (int row = 0; row < rows().rowCount(); ++row) {
            if (rows().isOpened(row)) {
                names << QString::number(row) + u' ' + rows().row(row).name;
            }
        }
        return names.join(QStringLiteral(", "));
    }
};

} // namespace tests
