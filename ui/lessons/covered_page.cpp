// SPDX-License-Identifier: GPL-3.0-or-later
// A hatch over the whole room, and the fields that the lesson sets on a card upon it.
#include "ui/lessons/covered_page.h"

#include "ui/charts/hatch.h"
#include "ui/controls/scrolled.h"
#include "ui/lessons/open_lesson.h"
#include "ui/session/field_text.h"
#include "ui/theme/painting.h"

#include <QBoxLayout>
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

constexpr int rim = 24;
constexpr int besideWidth = 700;   // of a page in which picture and card stand side by side
constexpr int pictureHeight = 220; // of one that can be made out

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

/// Paints what it is given.
class AtRest : public QWidget
{
public:
    void show(PaintPicture paint)
    {
        m_paint = std::move(paint);
        setVisible(m_paint != nullptr);
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        drawBox(painter, rect(), 10, theme.panel, theme.outline);
        if (m_paint)
            m_paint(painter, QRectF(rect()).adjusted(16, 16, -16, -16), theme);
    }

private:
    PaintPicture m_paint;
};

/// Each field once, with its last value; fields of the notation and of operations among them.
core::Settings givenOf(const core::Lesson& lesson, std::size_t step)
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
    take(lesson.pins);
    take(lesson.start);
    for (std::size_t i = 0; i <= step; ++i)
        take(lesson.steps[i].set);
    return given;
}

bool saysNothing(const core::Setting& setting, const core::Scenario& s)
{
    if (setting.field.starts_with("conv.") || (setting.field == "hw.variant" && setting.value == core::Value("none")))
        return true;
    const std::string axes = "XYZ";
    for (std::size_t a = 0; a < axes.size(); ++a)
        if (const std::string field = std::string("mesh.") + axes[a]; s.mesh.axis[a].size == 1)
            if (setting.field.starts_with(field) && (a > 0 || setting.field != field))
                return true;
    return false;
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
    : QWidget(parent), m_card(new Card), m_picture(new AtRest), m_parts(new QBoxLayout(QBoxLayout::TopToBottom)),
      m_words(line({}, false)), m_given(new QGridLayout)
{
    setObjectName(QStringLiteral("covered"));
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
    centred->setContentsMargins(rim, rim, rim, rim);
    centred->addStretch();
    centred->addLayout(m_parts);
    centred->addStretch();
    m_parts->setSpacing(16);
    m_parts->addWidget(m_picture, 1);
    m_parts->addWidget(m_card, 0, Qt::AlignCenter);
    m_picture->setObjectName(QStringLiteral("covered.picture"));
    m_picture->hide();
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scrolled(middle));
}

QString CoveredPage::wordsOf(const OpenLesson& lesson)
{
    return lesson.waits() ? tr("Hidden until you answer") : tr("Hidden: a question about it follows");
}

void CoveredPage::present(const OpenLesson& lesson)
{
    m_words->setText(wordsOf(lesson));
    setAccessibleName(m_words->text());
    if (std::exchange(m_posing, lesson.posings()) == lesson.posings())
        return;
    while (QLayoutItem* item = m_given->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    for (const auto& [title, value] : givenRows(lesson.posed(), lesson.step())) {
        m_given->addWidget(line(title, true), row, 0);
        m_given->addWidget(line(value, false), row++, 1);
    }
    m_given->setColumnStretch(1, 1);
    QMetaObject::invokeMethod(this, &CoveredPage::fitCard, Qt::QueuedConnection); // when the rows have their style
}

std::vector<std::pair<QString, QString>> givenRows(const core::PosedStep& at, std::size_t step)
{
    std::vector<std::pair<QString, QString>> rows;
    for (const core::Setting& setting : givenOf(at.lesson, step)) {
        const auto field = core::fieldRow(setting.field);
        const auto value = core::fieldValue(at.scenario, setting.field);
        if (field && value && !saysNothing({setting.field, *value}, at.scenario))
            rows.emplace_back(titleText(setting.field, **field), valueText(**field, *value, at.scenario));
    }
    return rows;
}

QString givenText(const core::PosedStep& at, std::size_t step)
{
    QStringList parts;
    QString before;
    for (const auto& [title, value] : givenRows(at, step)) {
        const QString kind = title.left(title.indexOf(QLatin1String(": ")) + 2); // one sign of a title without
        const bool again = std::exchange(before, kind) == kind && kind.endsWith(QLatin1String(": "));
        parts << (again ? title.mid(kind.size()) : title) + u' ' + value;
    }
    return parts.join(QStringLiteral(" · "));
}

void CoveredPage::setPicture(PaintPicture paint)
{
    if (paint)
        m_words->setText(tr("At rest: a question about it follows"));
    setAccessibleName(m_words->text());
    static_cast<AtRest*>(m_picture)->show(std::move(paint));
    fitCard();
}

void CoveredPage::resizeEvent(QResizeEvent*) { fitCard(); }

/// As high as its texts need in its width: what is centred is not asked for that.
void CoveredPage::fitCard()
{
    const bool beside = !m_picture->isHidden() && width() >= besideWidth;
    m_parts->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_picture->setMinimumSize(160, beside ? std::max(pictureHeight, height() - 2 * rim) : pictureHeight);
    const int room = std::clamp(width() - 72, 160, beside ? 320 : 420);
    const int inset = room < 300 ? 14 : 28;
    m_card->layout()->setContentsMargins(inset, 22, inset, 22);
    m_card->setFixedWidth(room);
    m_card->setMinimumHeight(m_card->layout()->totalHeightForWidth(room));
}

void CoveredPage::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    drawHatch(painter, QRectF(rect()), Hatch::diagonal, mixed(theme.window, theme.text, 0.12), 12, 1.5);
}

} // namespace ui
