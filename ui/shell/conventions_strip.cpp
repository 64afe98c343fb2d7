// SPDX-License-Identifier: GPL-3.0-or-later
// Chips and menus of the conventions, from the table of fields.
#include "ui/shell/conventions_strip.h"

#include "ui/controls/word_flow.h"
#include "ui/session/field_text.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>

namespace ui
{

namespace
{

/// Short words for the chip; its menu has the long ones.
struct Short {
    std::string_view field, choice;
    const char* words;
};

constexpr std::array shortWords{
    Short{"conv.comms", "overlapped", QT_TRANSLATE_NOOP("ui", "comms overlapped")},
    Short{"conv.comms", "added", QT_TRANSLATE_NOOP("ui", "comms added")},
    Short{"conv.comms", "tensor-exposed", QT_TRANSLATE_NOOP("ui", "tensor exposed")},
    Short{"conv.comms", "none", QT_TRANSLATE_NOOP("ui", "nothing overlaps")},
    Short{"conv.rates", "exact", QT_TRANSLATE_NOOP("ui", "exact rates")},
    Short{"conv.rates", "book", QT_TRANSLATE_NOOP("ui", "Scaling Book rates")},
    Short{"conv.capacity", "nominal", QT_TRANSLATE_NOOP("ui", "nominal capacity")},
    Short{"conv.capacity", "nominal-gib", QT_TRANSLATE_NOOP("ui", "capacity in GiB")},
    Short{"conv.capacity", "physical", QT_TRANSLATE_NOOP("ui", "physical capacity")},
    Short{"conv.latency", "off", QT_TRANSLATE_NOOP("ui", "bandwidth only")},
    Short{"conv.latency", "on", QT_TRANSLATE_NOOP("ui", "with latency")},
    Short{"conv.wrap", "hardware", QT_TRANSLATE_NOOP("ui", "hardware wraparound")},
    Short{"conv.wrap", "ring", QT_TRANSLATE_NOOP("ui", "always rings")},
    Short{"conv.hbm", "on", QT_TRANSLATE_NOOP("ui", "HBM counted")},
    Short{"conv.hbm", "off", QT_TRANSLATE_NOOP("ui", "HBM left out")},
};

class ChipButton : public QAbstractButton
{
public:
    using QAbstractButton::QAbstractButton;

    QSize sizeHint() const override { return {QFontMetrics(uiFont(12)).horizontalAdvance(text()) + 36, 24}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        const int key = event->key();
        if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter)
            click();
        else if (key == Qt::Key_Left || key == Qt::Key_Right)
            focusNextPrevChild(key == Qt::Key_Right);
        else
            QAbstractButton::keyPressEvent(event);
    }

    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        const bool lit = underMouse() || isDown();
        drawBox(painter, rect(), 12, mixed(theme.window, theme.text, lit ? 0.09 : 0.0),
                lit ? theme.edge : theme.outline);
        painter.setFont(uiFont(12));
        painter.setPen(theme.text);
        painter.drawText(rect().adjusted(12, 0, -22, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
        drawIcon(painter, QRectF(width() - 23, 0, 14, height()), QStringLiteral("chevron-down"), theme.muted, 12);
        if (hasFocus())
            drawFocusRing(painter, rect(), 11, theme);
    }
};

} // namespace

ConventionsStrip::ConventionsStrip(Session& session, QWidget* parent) : QWidget(parent), m_session(session)
{
    setObjectName(QStringLiteral("conventions"));
    auto* layout = new WordFlow(8, 6);
    layout->setContentsMargins(16, 5, 16, 5);
    setLayout(layout);
    m_all = new ChipButton(this);
    m_all->setObjectName(QStringLiteral("conventions.all"));
    m_all->setFocusPolicy(Qt::StrongFocus);
    m_all->setText(tr("Conventions"));
    m_all->setVisible(false);
    layout->addWidget(m_all);
    connect(m_all, &QAbstractButton::clicked, this, &ConventionsStrip::openAll);
    for (const core::Field& field : core::fields()) {
        if (field.group == "Conventions") {
            auto* button = new ChipButton(this);
            button->setObjectName(toText(field.id));
            button->setFocusPolicy(Qt::StrongFocus);
            button->setToolTip(toText(field.help));
            button->setStatusTip(toText(field.help));
            layout->addWidget(button);
            m_chips.push_back({&field, button});
            connect(button, &QAbstractButton::clicked, this, [this, chip = m_chips.back()] { open(chip); });
        }
    }
}

QString ConventionsStrip::chipText(const core::Field& field, const core::Scenario& scenario) const
{
    const core::Value value = field.get(scenario);
    for (const Short& row : shortWords)
        if (row.field == field.id && core::Value(std::string(row.choice)) == value)
            return ui::tr(row.words);
    return valueText(field, value, scenario);
}

void ConventionsStrip::setFolded(bool folded)
{
    layout()->setContentsMargins(folded ? QMargins(8, 3, 8, 3) : QMargins(16, 5, 16, 5));
    m_all->setVisible(folded);
    for (const Chip& chip : m_chips)
        chip.button->setVisible(!folded);
}

void ConventionsStrip::openAll()
{
    QMenu menu(this);
    menu.setObjectName(toText(m_chips.front().field->id)); // F1 before one of them is chosen
    for (const Chip& chip : m_chips) {
        QMenu* choices = menu.addMenu(QStringLiteral("%1: %2").arg(toText(chip.field->title), chip.button->text()));
        choices->setObjectName(toText(chip.field->id)); // whose help F1 shows
        fill(*choices, chip);
    }
    menu.exec(m_all->mapToGlobal(QPoint(0, m_all->height() + 4)));
}

void ConventionsStrip::open(const Chip& chip)
{
    QMenu menu(chip.button);
    fill(menu, chip);
    menu.exec(chip.button->mapToGlobal(QPoint(0, chip.button->height() + 4)));
}

void ConventionsStrip::fill(QMenu& menu, const Chip& chip)
{
    menu.setToolTipsVisible(true);
    menu.setAccessibleName(toText(chip.field->title));
    const core::Value value = chip.field->get(m_session.scenario());
    for (const std::string& choice : choicesOf(*chip.field, m_session.scenario())) {
        QAction* action = menu.addAction(choiceText(*chip.field, choice, m_session.scenario()));
        action->setCheckable(true);
        action->setChecked(core::Value(choice) == value);
        if (action->isChecked())
            menu.setActiveAction(action);
        connect(action, &QAction::triggered, this, [this, chip, choice] { m_session.edit(chip.field->id, choice); });
    }
}

void ConventionsStrip::present(const Snapshot& snapshot)
{
    for (const Chip& chip : m_chips) {
        const QString words = chipText(*chip.field, snapshot.scenario);
        if (chip.button->text() != words) {
            chip.button->setText(words);
            chip.button->setAccessibleName(QStringLiteral("%1: %2").arg(toText(chip.field->title), words));
            chip.button->updateGeometry();
        }
    }
}

void ConventionsStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, width(), 1), theme.outline);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.outline);
}

} // namespace ui
