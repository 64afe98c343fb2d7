// SPDX-License-Identifier: GPL-3.0-or-later
// The devices at the left, the unsharded product at the right, the step above.
#include "ui/sharding/check_view.h"

#include "ui/charts/chart_label.h"
#include "ui/charts/chart_style.h"
#include "ui/controls/icon_button.h"
#include "ui/playback/player.h"
#include "ui/sharding/check_scene.h"
#include "ui/tables/table_parts.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"
#include "ui/theme/words.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QtMath>

#include <algorithm>

namespace ui
{

namespace
{

constexpr int minViewHeight = 210; // px of height

QString numbersText(const core::Numbers& numbers)
{
    constexpr std::size_t most = 24;
    QStringList texts;
    for (std::size_t i = 0; i < std::min(most, numbers.size()); ++i)
        texts.append(QString::number(numbers[i]));
    return texts.join(QStringLiteral(", ")) + (numbers.size() > most ? QStringLiteral(", …") : QString());
}

/// The first that fits; else the last, elided.
QString fitting(const QStringList& texts, const QFont& font, qreal room)
{
    for (const QString& text : texts)
        if (lineWidth(text, font) <= room)
            return text;
    return QFontMetricsF(font).elidedText(texts.last(), Qt::ElideRight, room);
}

} // namespace

CheckView::CheckView(Player& player, QWidget* parent) : QWidget(parent), m_player(player)
{
    setObjectName(QStringLiteral("shard.check"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    const auto follow = [this] {
        setAccessibleName(sentence());
        update();
    };
    connect(&player, &Player::moved, this, follow);
    connect(&player, &Player::changed, this, follow);
}

QWidget* CheckView::makeTransport()
{
    auto* transport = new QWidget;
    auto* buttons = new QHBoxLayout(transport);
    buttons->setContentsMargins(8, 0, 0, 0);
    buttons->setSpacing(2);
    const auto add = [&](const char* icon, const QString& name, void (Player::*act)()) {
        auto* button = new IconButton(QLatin1String(icon), name, transport);
        button->setObjectName(QStringLiteral("shard.check.") + QLatin1String(icon));
        connect(button, &IconButton::clicked, &m_player, act);
        buttons->addWidget(button);
        return button;
    };
    add("first", tr("First step (Home)"), &Player::first);
    add("back", tr("One step back (,)"), &Player::back);
    auto* play = add("play", tr("Play (Space)"), &Player::toggle);
    add("forward", tr("One step forward (.)"), &Player::forward);
    add("last", tr("Last step (End)"), &Player::last);
    auto* save = new QPushButton(tr("Save CSV…"));
    save->setObjectName(QStringLiteral("shard.check.save"));
    save->setStatusTip(tr("What every device holds after every step, number by number"));
    connect(save, &QPushButton::clicked, this, [this] {
        saveTable(this, tr("Save the computed example"), QStringLiteral("sharding-check.csv"), table());
    });
    buttons->addSpacing(6);
    buttons->addWidget(save);
    buttons->addStretch(1);
    connect(&m_player, &Player::changed, play, [this, play] {
        play->setIconName(m_player.isPlaying() ? QStringLiteral("pause") : QStringLiteral("play"));
    });
    return transport;
}

void CheckView::present(const core::ShardingReport& report)
{
    auto example = core::exampleOf(report);
    m_problem =
        report.error
            ? tr("Nothing is planned, so that there is nothing to compute: %1").arg(toText(report.error->sentence))
        : example ? QString()
                  : toText(example.error());
    m_expression = report.expression;
    m_example = example ? std::optional(*std::move(example)) : std::nullopt;
    std::vector<double> ends;
    for (std::size_t i = 1; m_example && i < m_example->run.steps.size(); ++i)
        ends.push_back(static_cast<double>(i));
    m_player.load(std::move(ends));
    setAccessibleName(sentence());
    fit();
    update();
}

QString CheckView::sentence() const
{
    if (!m_example)
        return m_problem;
    const auto& steps = m_example->run.steps;
    const auto at = std::min(static_cast<std::size_t>(m_player.position() + 0.999999), steps.size() - 1);
    if (at == 0)
        return tr("Start: every device holds its pieces of the operands. Play, or go step by step.");
    QString step = tr("Step %1 of %2, %3.").arg(at).arg(steps.size() - 1).arg(toText(steps[at].text));
    if (at + 1 < steps.size() || m_player.progress() > 0)
        return step;
    return step + u' ' +
           (m_example->run.correct ? tr("Every device ends with its piece of the unsharded product: equal.")
                                   : tr("A device ends with something else than its piece of the unsharded product."));
}

/// As high as its numbers need; by the width alone.
void CheckView::fit()
{
    constexpr int rim = 24, words = 78;
    const int needed = m_example ? qCeil(CheckScene::heightFor(*m_example, width() - rim)) + words : 0;
    setMinimumHeight(std::max(minViewHeight, needed));
}

QByteArray CheckView::table() const
{
    if (!m_example)
        return {};
    QStringList lines{QStringLiteral("# ") + toText(m_expression.text())};
    for (const auto& [dim, n] : m_example->sizes)
        lines.last() += QStringLiteral(", %1 = %2").arg(toText(dim)).arg(n);
    lines << (m_example->run.correct ? QStringLiteral("# every device ends with its piece of the unsharded product")
                                     : QStringLiteral("# a device ends with something else"));
    lines << QStringLiteral("step,operation,device,array,element,value");
    for (std::size_t step = 0; step < m_example->run.steps.size(); ++step)
        for (const auto& array : m_example->run.steps[step].arrays)
            for (std::size_t device = 0; device < array.blocks.size(); ++device)
                for (std::size_t i = 0; i < array.blocks[device].size(); ++i)
                    lines << QStringLiteral("%1,%2,%3,%4,%5,%6")
                                 .arg(step)
                                 .arg(csvCell(toText(m_example->run.steps[step].text)))
                                 .arg(device)
                                 .arg(csvCell(toText(array.layout.text())))
                                 .arg(i)
                                 .arg(array.blocks[device][i]);
    return (lines.join(u'\n') + u'\n').toUtf8();
}

void CheckView::showEvent(QShowEvent*) { m_player.setVisible(true); }

void CheckView::hideEvent(QHideEvent*) { m_player.setVisible(false); }

void CheckView::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    drawBox(painter, rect(), 8, theme.panel, theme.outline);
    if (!m_example)
        return drawSentence(painter, m_problem, size(), theme);
    const bool equal = m_example->run.correct && m_player.step() + 1 >= static_cast<int>(m_example->run.steps.size());
    const qreal room = width() - 28;
    Label(fitting({sentence()}, chartFont(13, QFont::DemiBold), room), chartFont(13, QFont::DemiBold),
          equal ? theme.good : theme.text)
        .drawLeft(painter, {14, 18});
    QStringList sizes;
    for (const auto& [dim, n] : m_example->sizes)
        sizes.append(QStringLiteral("%1 %2").arg(toText(dim)).arg(n));
    for (const auto& axis : m_example->mesh.axes)
        sizes.append(QStringLiteral("%1=%2").arg(QLatin1Char(axis.name)).arg(axis.size));
    const QString shown = sizes.join(QStringLiteral(", "));
    const QStringList notes{tr("The same expression on small arrays: %1. A box is a device; + marks terms of a sum "
                               "that is still to be made.")
                                .arg(shown),
                            tr("On small arrays: %1. A box is a device; + marks terms of a sum.").arg(shown),
                            tr("On small arrays: %1").arg(shown)};
    Label(fitting(notes, chartFont(11), room), chartFont(11), theme.muted).drawLeft(painter, {14, 37});
    const QString name = m_expression.result ? toText(m_expression.result->name) : QStringLiteral("C");
    const QString product = tr("Unsharded %1: %2").arg(name, numbersText(m_example->run.product));
    Label(fitting({product}, chartFont(11), room), chartFont(11), theme.muted).drawLeft(painter, {14, height() - 14.0});
    const CheckScene scene(*m_example, QRectF(rect()).adjusted(12, 50, -12, -28));
    scene.paint(painter, m_player.position(), theme);
}

} // namespace ui
