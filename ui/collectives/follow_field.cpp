// SPDX-License-Identifier: GPL-3.0-or-later
// Typing, completion and complaints of the field.
#include "ui/collectives/follow_field.h"

#include "ui/controls/icon_button.h"
#include "ui/controls/number_field.h"
#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QCompleter>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QStringListModel>

namespace ui
{

namespace
{

constexpr int maxListed = 20000;
constexpr int minWidth = 76;
constexpr int fieldWidth = 150; // with room for a word beside the name
constexpr int noteWidth = 300;

/// As typed, without subscripts.
QString typedName(const core::Schedule& schedule, int shard)
{
    switch (schedule.chunks.form().cut) {
    case core::Cut::owned:
        return shardLetter(schedule) + QString::number(shard);
    case core::Cut::blocks:
        return shardText(schedule, shard);
    case core::Cut::pieces:
        return u'P' + QString::number(shard);
    }
    return {};
}

QString promptOf(core::Cut cut)
{
    switch (cut) {
    case core::Cut::owned:
        return FollowField::tr("Follow");
    case core::Cut::blocks:
        return FollowField::tr("Follow a block");
    case core::Cut::pieces:
        return FollowField::tr("Follow a piece");
    }
    return {};
}

QString helpOf(core::Cut cut)
{
    const QString effect = FollowField::tr("Highlights its copies in flight and numbers its hops by step.");
    switch (cut) {
    case core::Cut::owned:
        return FollowField::tr("A number, a name such as A5, or the chip it belongs to, such as (1,0). ") + effect;
    case core::Cut::blocks:
        return FollowField::tr("Source and destination, such as 2→3 or 2 3. ") + effect;
    case core::Cut::pieces:
        return FollowField::tr("A number, or a name such as P5. ") + effect;
    }
    return {};
}

} // namespace

FollowField::FollowField(QWidget* host)
    : m_field(new NumberField), m_list(new IconButton(QStringLiteral("chevron-down"), tr("All that can be followed"))),
      m_names(new QStringListModel(this)), m_note(new QLabel(host))
{
    setObjectName(QStringLiteral("torus.follow"));
    m_field->setObjectName(QStringLiteral("torus.follow.field"));
    setFocusProxy(m_field);
    m_field->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_field->setMinimumWidth(minWidth);
    m_field->setMaximumWidth(fieldWidth);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_field);
    row->addWidget(m_list);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMaximumWidth(fieldWidth + m_list->sizeHint().width());
    auto* completer = new QCompleter(m_names, this);
    listCompletions(*m_field, completer);
    m_field->installEventFilter(this);
    m_note->setObjectName(QStringLiteral("complaint"));
    m_note->setFont(uiFont(12));
    m_note->setWordWrap(true);
    m_note->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_note->hide();
    connect(completer, qOverload<const QString&>(&QCompleter::activated), this, &FollowField::take);
    connect(m_field, &NumberField::committed, this, &FollowField::take);
    connect(m_field, &NumberField::stepped, this, &FollowField::offerList);
    connect(m_field, &QLineEdit::textEdited, this, [this] { complain({}); });
    connect(m_list, &IconButton::clicked, this, &FollowField::offerList);
}

void FollowField::load(const Recording* recording)
{
    m_recording = recording;
    complain({});
    QStringList names;
    if (recording) {
        const core::Schedule& schedule = recording->schedule();
        const auto cut = schedule.chunks.form().cut;
        const int count = shardCount(schedule);
        for (int shard = 0; count <= maxListed && shard < count; ++shard)
            names << typedName(schedule, shard);
        m_field->setPlaceholderText(promptOf(cut));
        m_field->setAccessibleName(promptOf(cut));
        m_field->setToolTip(helpOf(cut));
    }
    m_names->setStringList(names);
    m_list->setVisible(!names.isEmpty());
    present(recording ? recording->followed() : std::nullopt);
}

void FollowField::present(std::optional<int> shard)
{
    complain({});
    m_shown = m_recording && shard ? shardText(m_recording->schedule(), *shard) : QString();
    m_field->setModified(false);
    m_field->present(m_shown);
    m_field->setText(m_shown);
    addWord();
}

void FollowField::addWord()
{
    m_field->setUnit(m_shown.isEmpty() || m_field->width() < fieldWidth ? QString() : tr("followed"));
}

QSize FollowField::sizeHint() const { return {minWidth + m_list->sizeHint().width(), m_list->sizeHint().height()}; }

void FollowField::resizeEvent(QResizeEvent*) { addWord(); }

QString FollowField::complaint() const { return m_note->isHidden() ? QString() : m_note->text(); }

void FollowField::take(const QString& text)
{
    m_field->completer()->popup()->hide();
    if (!m_recording || text == m_shown)
        return;
    if (text.trimmed().isEmpty()) {
        emit asked(std::nullopt);
        return;
    }
    const auto shard = shardFromText(m_recording->schedule(), text);
    if (shard)
        emit asked(*shard);
    else if (m_field->hasFocus()) // what was left behind is put back
        complain(shard.error());
}

void FollowField::complain(const QString& sentence)
{
    setControlState(m_field, sentence.isEmpty() ? ControlState::good : ControlState::error);
    m_field->setAccessibleDescription(sentence);
    m_note->setText(sentence);
    m_note->setVisible(!sentence.isEmpty());
    if (sentence.isEmpty())
        return;
    m_note->resize(noteWidth, m_note->heightForWidth(noteWidth));
    const QPoint corner = m_field->mapTo(m_note->parentWidget(), QPoint(m_field->width(), m_field->height() + 3));
    m_note->move(std::max(0, corner.x() - noteWidth), corner.y());
    m_note->raise();
    if (QAccessible::isActive()) {
        QAccessibleEvent event(m_field, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void FollowField::offerList()
{
    m_field->setFocus(Qt::OtherFocusReason);
    m_field->completer()->setCompletionPrefix({});
    m_field->completer()->complete();
}

bool FollowField::eventFilter(QObject* watched, QEvent* event)
{
    const bool leaves = event->type() == QEvent::FocusOut && !m_field->completer()->popup()->isVisible();
    const bool escapes = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if ((leaves || escapes) && !complaint().isEmpty()) {
        m_field->setText(m_shown);
        complain({});
        return escapes;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ui
