// SPDX-License-Identifier: GPL-3.0-or-later
// A hatch over the whole room, and the fields that the lesson sets on a card upon it.
#include "ui/lessons/covered_page.h"

#include "ui/charts/hatch.h"
#include "ui/controls/scrolled.h"
#include "ui/lessons/open_lesson.h"
#include "ui/session/field_text.h"
#include "ui/theme/painting.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace ui
{

namespace
{

/// Fills itself like a card.
class Card : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        drawBox(painter, rect(), 10, theme.panel, theme.outline);
    }
};

/// Each field once, with its last value; fields of the notation and of operations among them.
core::Settings givenOf(const OpenLesson& at)
{
    core::Settings given;
    const auto take = [&given](const core::Settings& settings) {
        for (const core::Setting& setting : settings) {
            const auto known = std::ranges::find(given, setting.field, &core::Setting::field);
            if (known != given.end())
                known->value = setting.value;
            else
                given.push_back(setting);
        }
    };
    take(at.lesson().pins);
    take(at.lesson().start);
    for (std::size_t i = 0; i <= at.step(); ++i)
        take(at.lesson().steps[i].set);
    return given;
}

/// With the number of its operation, or the name of its dimension.
QString titleOf(const std::string& id, const core::Field& field)
{
    const QString whole = QString::fromStdString(id);
    const QString title = text(field.title);
    if (id.starts_with("shard.size."))
        return CoveredPage::tr("Size of %1").arg(whole.section(u'.', 2));
    const QString number = whole.section(u'@', 1);
    return number.isEmpty() ? title
                            : CoveredPage::tr("%1, operation %2").arg(title.section(QStringLiteral(": "), -1), number);
}

QLabel* line(const QString& words, bool muted)
{
    auto* label = new QLabel(words);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setFont(uiFont(13));
    if (muted)
        label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

CoveredPage::CoveredPage(QWidget* parent)
    : QWidget(parent), m_card(new Card), m_words(line(tr("Hidden until you answer"), false)), m_given(new QGridLayout)
{
    setObjectName(QStringLiteral("covered"));
    setAccessibleName(m_words->text());
    m_words->setFont(uiFont(18, QFont::DemiBold));
    m_words->setAlignment(Qt::AlignHCenter);
    auto* rows = new QVBoxLayout(m_card);
    rows->setContentsMargins(28, 22, 28, 22);
    rows->setSpacing(14);
    rows->addWidget(m_words);
    rows->addLayout(m_given);
    m_given->setHorizontalSpacing(24);
    m_given->setVerticalSpacing(6);
    auto* middle = new QWidget;
    auto* centred = new QVBoxLayout(middle);
    centred->setContentsMargins(24, 24, 24, 24);
    centred->addStretch();
    centred->addWidget(m_card, 0, Qt::AlignHCenter);
    centred->addStretch();
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scrolled(middle));
}

void CoveredPage::present(const OpenLesson& lesson)
{
    if (std::exchange(m_posing, lesson.posings()) == lesson.posings())
        return;
    while (QLayoutItem* item = m_given->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const core::Scenario& scenario = lesson.posed().scenario;
    int row = 0;
    for (const core::Setting& setting : givenOf(lesson)) {
        const auto field = core::fieldRow(setting.field);
        const auto value = core::fieldValue(scenario, setting.field);
        if (!field || !value || setting.field.starts_with("conv."))
            continue;
        m_given->addWidget(line(titleOf(setting.field, **field), true), row, 0);
        m_given->addWidget(line(valueText(**field, *value, scenario), false), row++, 1);
    }
    m_given->setColumnStretch(1, 1);
}

void CoveredPage::resizeEvent(QResizeEvent*) { m_card->setMinimumWidth(std::clamp(width() - 72, 160, 420)); }

void CoveredPage::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    drawHatch(painter, QRectF(rect()), Hatch::diagonal, mixed(theme.window, theme.text, 0.12), 12, 1.5);
}

} // namespace ui
