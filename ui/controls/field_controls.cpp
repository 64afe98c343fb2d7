// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of choices, texts and switches.
#include "ui/controls/combo.h"
#include "ui/controls/field_control.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/number_control.h"
#include "ui/controls/preset_picker.h"
#include "ui/controls/segmented.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>

#include <algorithm>

namespace ui
{

namespace
{

/// Side by side up to three, a drop-down list beyond.
class ChoiceControl : public FieldControl
{
public:
    ChoiceControl(const core::Field& field, Session& session, QWidget* parent) : FieldControl(field, session, parent)
    {
        constexpr std::size_t maxSegments = 3;
        !field.choices.empty() && field.choices.size() <= maxSegments ? buildSegments() : buildCombo();
    }

protected:
    void presentValue(const Snapshot& snapshot) override
    {
        if (m_combo && isFurther())
            fillCombo(ofTarget(snapshot.scenario));
        else if (m_combo)
            fillCombo(snapshot.scenario);
        const auto found = std::ranges::find(m_choices, std::get<std::string>(value(snapshot.scenario)));
        const int index = found == m_choices.end() ? -1 : static_cast<int>(found - m_choices.begin());
        if (m_combo && m_combo->currentIndex() != index)
            m_combo->setCurrentIndex(index);
        else if (m_segments)
            m_segments->choose(index);
    }

    void outline(ControlState state) override
    {
        if (m_combo)
            m_combo->outline(state);
    }

private:
    void buildSegments()
    {
        m_segments = new Segmented(this);
        m_choices = choicesOf(field(), session().scenario());
        QStringList texts;
        for (const std::string& choice : m_choices)
            texts << choiceText(field(), choice, session().scenario());
        m_segments->setChoices(texts, toText(field().title), toText(field().id));
        m_segments->setToolTip(toText(field().help));
        setEntry(m_segments);
        connect(m_segments, &Segmented::chosen, this, &ChoiceControl::choose);
        addRow(titleLabel(controlWidth));
        addRow(m_segments);
    }

    void buildCombo()
    {
        constexpr int minWidth = 96;
        constexpr int maxWidth = 176;
        m_combo = new Combo(this);
        namePart(m_combo, field(), ".list", toText(field().title));
        fillCombo(session().scenario());
        m_combo->setFixedWidth(std::clamp(m_combo->sizeHint().width(), minWidth, maxWidth));
        setEntry(m_combo);
        connect(m_combo, &QComboBox::activated, this, &ChoiceControl::choose);
        addRow(titledRow(m_combo));
    }

    void fillCombo(const core::Scenario& scenario)
    {
        auto choices = choicesOf(field(), scenario);
        if (choices == m_choices)
            return;
        m_choices = std::move(choices);
        m_combo->clear();
        for (const std::string& choice : m_choices)
            m_combo->addItem(choiceText(field(), choice, scenario));
    }

    void choose(int index)
    {
        if (index >= 0 && index < static_cast<int>(m_choices.size()))
            edit(m_choices[static_cast<std::size_t>(index)]);
    }

    std::vector<std::string> m_choices;
    Combo* m_combo = nullptr;
    Segmented* m_segments = nullptr;
};

/// What "switch16/8" means; of other texts nothing.
QString meaningOf(const QString& example)
{
    static const QRegularExpression behindSwitch(QStringLiteral("^switch(\\d+)(?:/(\\d+))?$"));
    const auto match = behindSwitch.match(example);
    if (!match.hasMatch())
        return {};
    return match.hasCaptured(2)
               ? QObject::tr("%1 GPUs, %2 behind each switch").arg(match.captured(1), match.captured(2))
               : QObject::tr("%1 GPUs behind a switch").arg(match.captured(1));
}

/// A text, such as the physical slice "4x4x4", with examples to choose from where there are some. Commits on Enter or
/// when it is left.
class TextControl : public FieldControl
{
public:
    TextControl(const core::Field& field, Session& session, QWidget* parent)
        : FieldControl(field, session, parent), m_input(new NumberField(this)), m_meaning(new QLabel(this))
    {
        setEntry(m_input, ".field");
        m_input->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        m_input->setFixedWidth(168);
        typeIn(m_input);
        QHBoxLayout* row = titledRow(m_input);
        if (const QStringList examples = examplesOf(field); !examples.isEmpty())
            offerExamples(examples, *row);
        addRow(row);
        m_meaning->setObjectName(toText(field.id) + QStringLiteral(".meaning"));
        m_meaning->setFont(uiFont(12));
        m_meaning->setAlignment(Qt::AlignRight);
        addRow(m_meaning);
    }

protected:
    void presentValue(const Snapshot& snapshot) override
    {
        const QString shown = toText(std::get<std::string>(value(snapshot.scenario)));
        m_input->present(shown);
        m_meaning->setText(meaningOf(shown));
        m_meaning->setVisible(!m_meaning->text().isEmpty());
    }

    void outline(ControlState state) override { setControlState(m_input, state); }

private:
    void offerExamples(const QStringList& examples, QHBoxLayout& row)
    {
        m_input->setFixedWidth(m_input->width() - 28);
        auto* button =
            new IconButton(QStringLiteral("chevron-down"), tr("%1: examples").arg(toText(field().title)), this);
        button->setObjectName(toText(field().id) + QStringLiteral(".examples"));
        row.setSpacing(0);
        row.addWidget(button);
        auto* menu = new QMenu(this);
        menu->setObjectName(toText(field().id) + QStringLiteral(".menu"));
        for (const QString& example : examples)
            connect(menu->addAction(meaningOf(example).isEmpty() ? example : example + u'\t' + meaningOf(example)),
                    &QAction::triggered, this, [this, example] { editFromText(example); });
        const auto offer = [this, menu] { menu->popup(m_input->mapToGlobal(QPoint(0, m_input->height() + 2))); };
        connect(button, &IconButton::clicked, menu, offer);
        connect(m_input, &NumberField::stepped, menu, offer);
    }

    NumberField* m_input;
    QLabel* m_meaning;
};

/// A check box painted as a switch, its words at the left.
class Switch : public QCheckBox
{
public:
    using QCheckBox::QCheckBox;

    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text()) + 48, 28}; }
    QSize minimumSizeHint() const override { return {96, 28}; }

protected:
    bool hitButton(const QPoint& point) const override { return rect().contains(point); }

    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        const QRectF track(width() - 36, height() / 2.0 - 10, 36, 20);
        const bool on = isChecked();
        drawBox(painter, track, 10, on ? theme.accent : theme.field, on ? theme.accent : theme.edge);
        const QRectF knob(on ? track.right() - 17 : track.left() + 3, track.top() + 3, 14, 14);
        drawBox(painter, knob, 7, on ? theme.onAccent : (underMouse() ? theme.text : theme.edge), {}, 0);
        if (hasFocus())
            drawFocusRing(painter, track.adjusted(-3, -3, 0, 3).intersected(QRectF(rect())), 12, theme);
        const QRect words = rect().adjusted(0, 0, -44, 0);
        painter.setPen(theme.text);
        painter.setFont(font());
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
    }
};

class ToggleControl : public FieldControl
{
public:
    ToggleControl(const core::Field& field, Session& session, QWidget* parent)
        : FieldControl(field, session, parent), m_switch(new Switch(shortTitle(field), this))
    {
        setEntry(m_switch, ".switch");
        connect(m_switch, &QCheckBox::clicked, this, [this](bool on) { edit(on); });
        addRow(m_switch);
    }

protected:
    void presentValue(const Snapshot& snapshot) override
    {
        m_switch->setChecked(std::get<bool>(value(snapshot.scenario)));
    }

private:
    QCheckBox* m_switch;
};

} // namespace

FieldControl* makeControl(const core::Field& field, Session& session, QWidget* parent)
{
    if (field.id == "model.preset" || field.id == "hw.chip")
        return makePresetPicker(field, session, parent);
    switch (field.kind) {
    case core::FieldKind::whole:
    case core::FieldKind::real:
        return new NumberControl(field, session, parent);
    case core::FieldKind::choice:
        return new ChoiceControl(field, session, parent);
    case core::FieldKind::text:
        return new TextControl(field, session, parent);
    case core::FieldKind::toggle:
        return new ToggleControl(field, session, parent);
    }
    return nullptr;
}

} // namespace ui
