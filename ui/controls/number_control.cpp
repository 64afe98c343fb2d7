// SPDX-License-Identifier: GPL-3.0-or-later
// Wires field, track and buttons of a number to the session; one drag, run of the wheel or typing is one undo step.
#include "ui/controls/number_control.h"

#include "ui/controls/icon_button.h"
#include "ui/controls/log_slider.h"
#include "ui/controls/number_field.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/theme/words.h"

#include "core/quantity/parse_number.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>

#include <cmath>

namespace ui
{

namespace
{

constexpr qint64 wheelRun = 500; // ms between notches of one run
constexpr int narrowestField = 96;
constexpr int widestField = 152; // a number that needs more has a row of its own, but for the shortest titles
constexpr int buttons = 56;

/// Room for the widest number of a field, with its unit.
int fieldWidth(const core::Field& field)
{
    const QString longest = field.dim != core::dim::count          ? QStringLiteral("123.45 TFLOP/s")
                            : field.kind == core::FieldKind::whole ? numberText(field, field.max)
                                                                   : QStringLiteral("0.12345");
    const int number = QFontMetrics(uiFont(13)).horizontalAdvance(longest);
    const int unit = field.unit.empty() ? 0 : QFontMetrics(uiFont(12)).horizontalAdvance(widestUnit(field)) + 6;
    return std::max(number + unit + 20, narrowestField);
}

/// What is left for the title beside the field.
int titleRoom(const core::Field& field) { return controlWidth - buttons - 12 - fieldWidth(field); }

bool isStacked(const core::Field& field)
{
    const int title = QFontMetrics(uiFont(13)).horizontalAdvance(shortTitle(field));
    const int lines = fieldWidth(field) > widestField ? 10 : 17; // tenths
    return title > titleRoom(field) * lines / 10;
}

bool isPowerOfTwo(double value)
{
    int exponent = 0;
    return value >= 1 && std::frexp(value, &exponent) == 0.5;
}

} // namespace

NumberControl::NumberControl(const core::Field& field, Session& session, QWidget* parent)
    : FieldControl(field, session, parent), m_title(titleLabel(isStacked(field) ? controlWidth : titleRoom(field))),
      m_input(new NumberField(this)),
      m_less(new IconButton(QStringLiteral("minus"), tr("%1: one step less").arg(toText(field.title)), this)),
      m_more(new IconButton(QStringLiteral("plus"), tr("%1: one step more").arg(toText(field.title)), this)),
      m_track(new LogSlider(trackScale(field), this))
{
    build();
    connectTrack();
    connectField();
}

void NumberControl::build()
{
    const QString title = toText(field().title);
    namePart(m_track, field(), ".track", title);
    m_track->setStatusTip(
        tr("%1: ←/→ next mark · Shift+arrow fine · digits type a value · Backspace default · Ctrl+drag "
           "between marks")
            .arg(title));
    namePart(m_input, field(), ".field", tr("%1, as a number").arg(title));
    namePart(m_less, field(), ".less", m_less->accessibleName());
    namePart(m_more, field(), ".more", m_more->accessibleName());
    m_less->setFocusPolicy(Qt::NoFocus); // the arrow keys of the track do the same
    m_more->setFocusPolicy(Qt::NoFocus);
    m_title->setBuddy(m_track);
    setEntry(m_track);
    auto* head = new QHBoxLayout;
    head->setSpacing(0);
    if (isStacked(field())) {
        addRow(m_title);
        head->addWidget(m_input, 1);
    } else {
        m_input->setFixedWidth(fieldWidth(field()));
        head->addWidget(m_title, 1);
        head->addSpacing(8);
        head->addWidget(m_input);
    }
    head->addSpacing(4);
    head->addWidget(m_less);
    head->addWidget(m_more);
    addRow(head);
    addRow(m_track);
}

void NumberControl::connectTrack()
{
    connect(m_track, &LogSlider::pressed, this, [this] { m_gesture = session().beginGesture(); });
    connect(m_track, &LogSlider::dragged, this, [this](double value) { edit(value, m_gesture); });
    connect(m_track, &LogSlider::released, this, [this] { session().endGesture(); });
    connect(m_track, &LogSlider::stepped, this, [this](double value, bool again) {
        m_gesture = again && m_gesture != 0 ? m_gesture : session().nextGesture();
        edit(value, m_gesture);
    });
    connect(m_track, &LogSlider::wheeled, this, [this](double value) {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        m_gesture = now - m_lastWheel <= wheelRun && m_gesture != 0 ? m_gesture : session().nextGesture();
        m_lastWheel = now;
        edit(value, m_gesture);
    });
    connect(m_track, &LogSlider::typed, m_input, &NumberField::startTyping);
    connect(m_track, &LogSlider::defaultAsked, this, &NumberControl::toDefault);
    connect(m_track, &LogSlider::copyAsked, this, &NumberControl::copy);
}

void NumberControl::connectField()
{
    if (field().kind == core::FieldKind::whole)
        m_input->takeWholes();
    m_input->setEcho([this](const QString& typed) { return echoOf(typed); });
    typeIn(m_input);
    connect(m_input, &NumberField::stepped, this, &NumberControl::step);
    connect(m_less, &IconButton::clicked, this, [this] { step(-1); });
    connect(m_more, &IconButton::clicked, this, [this] { step(1); });
}

void NumberControl::step(int detents) { edit(m_track->scale().detentFrom(number(), detents), session().nextGesture()); }

void NumberControl::toDefault() { edit(field().get(core::presetBaseline(session().scenario()))); }

void NumberControl::copy()
{
    const QString counted = unit(session().scenario());
    QGuiApplication::clipboard()->setText((numberText(field(), number()) + u' ' + counted).trimmed());
}

/// The end of the range that was overstepped.
FieldControl::Remedy NumberControl::remedyOf(const QString& typed)
{
    const auto read = core::parseNumber(typed.toStdString(), field().dim);
    const double value = read ? *read : typed.toDouble(); // infinite where too many digits were typed
    const bool beyond = (read || std::isinf(value)) && (value > field().max || value < field().min);
    if (!beyond)
        return {};
    const double end = value > field().max ? field().max : field().min;
    const QString number = numberText(field(), end);
    const QString shown = (number + u' ' + unit(session().scenario())).trimmed();
    return {value > field().max ? tr("Set the largest: %1").arg(shown) : tr("Set the smallest: %1").arg(shown),
            [this, number, end] {
                m_input->setText(number);
                edit(end);
            },
            end};
}

QString NumberControl::echoOf(const QString& typed) const
{
    const auto read = core::parseNumber(typed.toStdString(), field().dim);
    return read && std::isfinite(*read) ? QStringLiteral("= ") + numberText(field(), *read) : QString();
}

QString NumberControl::spoken(double value, const QString& counted) const
{
    const QString amount = (numberText(field(), value) + u' ' + counted).trimmed();
    return isPowerOfTwo(value) && field().scale == core::Scale::log2 ? tr("%1, power of two").arg(amount) : amount;
}

void NumberControl::presentValue(const Snapshot& snapshot)
{
    const double value = std::get<double>(this->value(snapshot.scenario));
    const QString counted = unit(snapshot.scenario);
    m_input->setUnit(counted);
    m_input->present(numberText(field(), value));
    m_track->present(value);
    m_track->setValueText(spoken(value, counted));
    std::vector<std::pair<double, std::size_t>> baselines;
    for (const Baseline& baseline : snapshot.baselines)
        if (unit(baseline.scenario) == counted) // sequences are no tokens
            baselines.emplace_back(std::get<double>(this->value(baseline.scenario)), baseline.look);
    m_track->setBaselines(std::move(baselines));
    m_less->setEnabled(value > field().min);
    m_more->setEnabled(value < field().max);
}

void NumberControl::outline(ControlState state) { setControlState(m_input, state); }

} // namespace ui
