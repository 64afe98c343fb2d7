// SPDX-License-Identifier: GPL-3.0-or-later
// Times of the axes above, the list, and the open collective below.
#include "ui/collectives/design_panel.h"

#include "core/design/opening.h"
#include "core/numbers/numbers.h"
#include "ui/collectives/design_charge.h"
#include "ui/collectives/design_list.h"
#include "ui/controls/scrolled.h"
#include "ui/numbers/value_label.h"
#include "ui/numbers/verdict_text.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace ui
{

namespace
{

constexpr int minList = 76; // a row of it and a head

constexpr std::pair<const char*, const char*> times[] = {{"time.X", QT_TRANSLATE_NOOP("ui::DesignPanel", "Axis X")},
                                                         {"time.Y", QT_TRANSLATE_NOOP("ui::DesignPanel", "Axis Y")},
                                                         {"time.Z", QT_TRANSLATE_NOOP("ui::DesignPanel", "Axis Z")},
                                                         {"time.dcn", QT_TRANSLATE_NOOP("ui::DesignPanel", "DCN")}};

QString emptyText(const Snapshot& snapshot)
{
    const core::Scenario& s = snapshot.scenario;
    if (cannotEvaluate(snapshot)) {
        return DesignPanel::tr("This design cannot be evaluated; the bar above says why.");
    }
    if (snapshot.report.chips.si() == 1) {
        return DesignPanel::tr("One chip: nothing to communicate.");
    }
    const bool later = s.work.mode == core::Mode::training && s.work.pass == core::Pass::forward;
    return later ? DesignPanel::tr("The forward pass of this design communicates nothing. Choose the whole step to see "
                                   "its gradients.")
                 : DesignPanel::tr("No axis of this design communicates in this mode.");
}

} // namespace

DesignPanel::DesignPanel(Session& session, QWidget* parent)
    : CollectivePage(parent), m_session(session), m_list(new DesignList), m_charge(new DesignCharge),
      m_below(scrolled(m_charge)), m_head(new QHBoxLayout), m_empty(new QLabel)
{
    setObjectName(QStringLiteral("design.panel"));
    m_head->setContentsMargins(2, 8, 0, 0);
    m_head->setSpacing(0);
    for (const auto& [metric, title] : times) {
        auto* value = new ValueLabel(QLatin1String(metric), tr(title));
        value->setObjectName(QStringLiteral("design.") + QLatin1String(metric));
        value->setForm(ValueLabel::Form::captioned, 12, 15);
        m_times.push_back(value);
        m_head->addWidget(value);
    }
    m_head->addStretch();
    m_empty->setObjectName(QStringLiteral("design.empty"));
    m_empty->setWordWrap(true);
    m_empty->setContentsMargins(10, 12, 8, 12);
    m_empty->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(4);
    list->addLayout(m_head);
    list->addWidget(m_empty, 1);
    list->addWidget(m_list, 1);
    list->addWidget(m_below);
    m_list->setMinimumHeight(minList);
    m_below->setObjectName(QStringLiteral("design.below"));
    m_below->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_below->widget()->installEventFilter(this); // what stands there becomes higher and lower
    connect(m_list, &DesignList::openAsked, this, &DesignPanel::open);
}

/// The text below gets the height that it needs, as long as one row of the list fits.
void DesignPanel::shareRoom()
{
    const int max = height() - m_head->sizeHint().height() - layout()->spacing() * 2 - minList;
    m_below->setFixedHeight(std::clamp(m_charge->heightForWidth(m_below->width()), 0, std::max(max, 0)));
}

bool DesignPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) {
        shareRoom();
    }
    return CollectivePage::eventFilter(watched, event);
}

void DesignPanel::resizeEvent(QResizeEvent* event)
{
    CollectivePage::resizeEvent(event);
    shareRoom();
}

void DesignPanel::focusList()
{
    m_list->setFocus(Qt::ShortcutFocusReason);
    if (m_list->currentIndex().isValid() || m_list->rows().rowCount() < 2)
        return;
    int open = 1; // below the first head
    for (int row = 0; row < m_list->rows().rowCount(); ++row)
        if (m_list->rows().isOpened(row))
            open = row;
    m_list->setCurrentIndex(m_list->rows().index(open));
}

void DesignPanel::open(std::size_t collective)
{
    const auto& one = m_list->rows().collectives()[collective];
    m_asked = one.name;
    m_askedWhen = static_cast<int>(one.when);
    const auto edits = core::openingEdits(m_session.scenario(), one);
    if (!edits) {
        return m_charge->presentHint(inWords(edits.error(), m_session.scenario()));
    }
    const core::Collective before = m_session.scenario().coll;
    const QString words = tr("Open %1").arg(QString::fromStdString(one.name));
    [[maybe_unused]] const auto done = m_session.apply({words.toStdString(), *edits}); // checked by openingEdits
    if (m_session.scenario().coll == before) {                                         // one that is alike was open
        presentOpened(m_session.snapshot());
    }
    emit opened();
}

void DesignPanel::present(const Snapshot& snapshot)
{
    auto all =
        cannotEvaluate(snapshot) ? std::vector<core::DesignCollective>() : core::designCollectives(snapshot.scenario);
    const bool any = !all.empty();
    m_empty->setVisible(!any);
    m_list->setVisible(any);
    m_below->setVisible(any);
    if (!any) {
        m_empty->setText(emptyText(snapshot));
    }
    m_list->rows().show(std::move(all), snapshot.scenario.conv.unit);
    presentTimes(snapshot);
    presentOpened(snapshot);
}

void DesignPanel::presentTimes(const Snapshot& snapshot)
{
    for (ValueLabel* value : m_times) {
        const auto number = core::value(snapshot.workspace(), value->metricId().toStdString());
        value->setVisible(m_list->isVisibleTo(this) && number && number->si() > 0);
        if (number)
            value->present(QString::fromStdString(number->text()));
    }
}

/// Marks the collective that the fields coll.* describe; of several that are alike, the one that was chosen.
void DesignPanel::presentOpened(const Snapshot& snapshot)
{
    const auto& all = m_list->rows().collectives();
    std::optional<std::size_t> opened;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool asked = all[i].name == m_asked && static_cast<int>(all[i].when) == m_askedWhen;
        if ((!opened || asked) && core::isOpened(snapshot.scenario, all[i])) {
            opened = i;
        }
    }
    m_list->rows().setOpened(opened);
    if (opened) {
        m_charge->present(snapshot, all[*opened]);
    } else {
        m_charge->presentHint(tr("Choose a collective to open its schedule."));
    }
}

} // namespace ui
