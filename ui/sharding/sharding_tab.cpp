// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed goes to the session while it can be read; else it stands with its error, and the picture stays.
#include "ui/sharding/sharding_tab.h"

#include "core/check/sharding_repairs.h"
#include "core/design/sharding_opening.h"
#include "core/numbers/collective_cache.h"
#include "core/quantity/format.h"
#include "core/scenario/fields.h"
#include "core/sharding/remark.h"
#include "ui/controls/field_control.h"
#include "ui/controls/folding_row.h"
#include "ui/controls/number_field.h"
#include "ui/controls/word_flow.h"
#include "ui/playback/player.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/sharding/check_view.h"
#include "ui/sharding/expression_edit.h"
#include "ui/sharding/expression_note.h"
#include "ui/sharding/plan_table.h"
#include "ui/sharding/sharding_chart.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ui
{

namespace
{

std::string fieldOfSize(const QString& dim) { return QStringLiteral("shard.size.%1").arg(dim).toStdString(); }

/// The characters before a column, which counts bytes from 1.
int characterAt(const QString& text, int column)
{
    return static_cast<int>(QString::fromUtf8(text.toUtf8().left(column - 1)).size());
}

/// An expression by itself, else what is done: "Use X = 2".
QString buttonText(const core::Repair& repair)
{
    const auto& [id, value] = repair.edits.front();
    return id == "shard.expr" ? toText(std::get<std::string>(value)) : toText(repair.text);
}

} // namespace

ShardingTab::ShardingTab(Session& session, QWidget* picture, QWidget* parent)
    : QWidget(parent), m_session(session), m_line(new ExpressionEdit), m_note(new ExpressionNote), m_picture(picture),
      m_player(new Player(this)), m_check(new CheckView(*m_player)), m_plans(new PlanTable)
{
    setObjectName(QStringLiteral("sharding"));
    m_intro = new QLabel(tr("A product of arrays that are split over a mesh of devices: what each device holds, which "
                            "collectives the product needs, and what they cost."));
    m_intro->setObjectName(QStringLiteral("shard.intro"));
    m_intro->setWordWrap(true);
    m_intro->setContentsMargins(4, 0, 4, 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_intro);
    column->addLayout(makeLine());
    column->addLayout(makeSettings());
    column->addWidget(m_note);      // below all fields, which it would push down while one types
    column->addWidget(m_transport); // above what it plays, which may be longer than the window
    column->addWidget(picture, 5);
    column->addWidget(m_check, 5);
    m_check->hide();
    column->addWidget(makeSteps());
    column->addWidget(m_plans, 2);
    connect(m_plans, &PlanTable::chosen, this, &ShardingTab::pick);
    m_plans->setMinimumHeight(122); // four rows
    m_plans->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(m_line, &QLineEdit::textEdited, this, &ShardingTab::type);
    connect(m_line, &ExpressionEdit::finished, this, &ShardingTab::finish);
    connect(m_line, &ExpressionEdit::reverted, this, [this] {
        finish();
        m_session.forgetTyped("shard.expr");
        presentNote({});
    });
    if (auto* chart = picture->findChild<ShardingChart*>())
        connect(chart, &ShardingChart::axisMoved, this, &ShardingTab::moveAxis);
    connect(m_note, &ExpressionNote::chosen, this, &ShardingTab::take);
}

/// In a low window the plans keep four rows: what says what a product is goes, and the parts stand closer.
void ShardingTab::fit()
{
    constexpr int easy = 800;
    const bool low = window()->height() < easy;
    m_intro->setVisible(!low);
    m_note->setMinimumHeight(low ? 0 : 52); // a sentence and its repairs
    const auto* chart = m_picture->findChild<Chart*>();
    m_picture->setMinimumHeight(std::max(low ? 210 : 236, chart ? chart->neededHeightOf(*m_picture) : 0));
    layout()->setSpacing(low ? 5 : 8);
}

QLayout* ShardingTab::makeLine()
{
    const core::Field& field = *core::findField("shard.expr");
    m_line->setAccessibleName(toText(field.title));
    m_line->setAccessibleDescription(toText(field.help));
    m_line->setStatusTip(
        tr("A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]: names of dimensions, behind _ the mesh axes that split "
           "them, {U_X} behind an array for partial sums"));
    m_line->setPlaceholderText(tr("Type a product such as A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]"));
    auto* line = new QVBoxLayout;
    line->setContentsMargins(4, 0, 4, 0);
    line->setSpacing(4);
    auto* row = new FoldingRow({}, 4);
    row->setMinLine(480); // the product that it opens with, and the button
    row->addGroup(1)->addWidget(m_line);
    row->addGroup()->addWidget(makeSwitch());
    line->addWidget(row);
    return line;
}

QLayout* ShardingTab::makeSettings()
{
    m_settings = new WordFlow(16, 6);
    m_settings->setContentsMargins(4, 0, 4, 0);
    for (const auto& [id, width] : {std::pair("shard.mesh", 226), std::pair("shard.dtype", 170)}) {
        auto* control = makeControl(*core::findField(id), m_session, this);
        control->setFixedWidth(width);
        control->setNotePlace(m_note);
        m_settings->addWidget(control);
        m_controls.push_back(control);
    }
    return m_settings;
}

/// The collectives of the plan whose row is current.
QWidget* ShardingTab::makeSteps()
{
    m_stepsTitle = new QLabel;
    m_stepsTitle->setFixedHeight(28);
    m_steps = new QWidget;
    m_steps->setLayout(new WordFlow(8, 6));
    auto* steps = new QWidget;
    auto* row = new QHBoxLayout(steps);
    row->setContentsMargins(4, 0, 4, 0);
    row->addWidget(m_stepsTitle, 0, Qt::AlignTop);
    row->addWidget(m_steps, 1);
    return steps;
}

/// Between picture and check; with it what plays the check.
QWidget* ShardingTab::makeSwitch()
{
    m_checks = new QPushButton(tr("Check by computing it"));
    m_checks->setObjectName(QStringLiteral("shard.check.show"));
    m_checks->setCheckable(true);
    m_checks->setStatusTip(tr("Runs the chosen plan on small arrays of whole numbers, device by device"));
    connect(m_checks, &QPushButton::toggled, this, &ShardingTab::check);
    m_transport = m_check->makeTransport();
    m_transport->hide();
    return m_checks;
}

void ShardingTab::check(bool on)
{
    m_picture->setVisible(!on);
    m_check->setVisible(on);
    m_transport->setVisible(on);
    m_checks->setText(on ? tr("Show the shards") : tr("Check by computing it"));
    m_checked.clear();
    if (on)
        present(m_snapshot);
    else
        m_player->setPlaying(false);
    emit checkToggled();
}

Player* ShardingTab::player() { return m_check->isVisible() ? m_player : nullptr; }

bool ShardingTab::leaveCheck()
{
    const bool shown = player() != nullptr;
    if (shown)
        m_checks->setChecked(false);
    return shown;
}

/// The plan whose row is current drives all of the tab; a gradient's its buttons alone.
void ShardingTab::pick(int row)
{
    const auto report = m_snapshot.cache->sharding(m_snapshot.scenario);
    if (const auto at = static_cast<std::size_t>(std::max(0, row)); at < report->plans.size() && at != report->chosen)
        m_session.pickPlan(at);
    offerSteps();
}

/// One button for each collective of the plan whose row is current.
void ShardingTab::offerSteps()
{
    const auto report = m_snapshot.cache->sharding(m_snapshot.scenario);
    const core::ShardingPlan* plan = planOfRow(*report, m_plans->currentIndex().row());
    QStringList names;
    if (plan)
        for (const auto& step : plan->reshards())
            if (!step.isFree())
                names.append(toText(step.text()));
    m_stepsTitle->setText(!plan             ? QString()
                          : names.isEmpty() ? tr("This plan needs no collective.")
                                            : tr("Open in Collectives:"));
    if (names == m_offered)
        return;
    m_offered = names;
    m_steps->hide(); // a button that appears would lay out all around it at once
    qDeleteAll(m_steps->findChildren<QPushButton*>());
    for (const QString& name : names) {
        auto* button = new QPushButton(name, m_steps);
        button->setObjectName(QStringLiteral("shard.open.%1").arg(m_steps->layout()->count()));
        button->setAccessibleName(tr("Open %1 in the tab Collectives").arg(name));
        button->setStatusTip(tr("Its schedule on its own chips, with its bytes"));
        m_steps->layout()->addWidget(button);
        button->show();
        connect(button, &QPushButton::clicked, this, [this, name] { open(name); });
    }
    m_steps->show();
}

void ShardingTab::open(const QString& name)
{
    const auto report = m_snapshot.cache->sharding(m_session.scenario());
    const core::ShardingPlan* plan = planOfRow(*report, m_plans->currentIndex().row());
    const auto steps = plan ? plan->reshards() : std::vector<core::ReshardStep>();
    const auto step = std::ranges::find(steps, name.toStdString(), &core::ReshardStep::text);
    if (step == steps.end())
        return;
    const auto edits = core::openingEdits(m_session.scenario(), *report, *step);
    if (!edits)
        return m_note->present(inWords(edits.error(), m_session.scenario()) + u'.', {}, true);
    emit openAsked({tr("Open %1").arg(name).toStdString(), *edits});
}

std::optional<core::NotationError> ShardingTab::errorOfLine() const
{
    core::Sharding tried = m_session.scenario().shard;
    tried.expression = m_line->text().toStdString();
    return core::shardingError(tried);
}

void ShardingTab::type(const QString& typed)
{
    const auto error = errorOfLine();
    if (!error) {
        m_gesture = m_gesture > 0 ? m_gesture : m_session.nextGesture();
        m_line->setGiven(typed);
        [[maybe_unused]] const auto done = m_session.edit("shard.expr", typed.toStdString(), m_gesture); // can be read
        m_session.forgetTyped("shard.expr");
    } else {
        m_session.type("shard.expr", typed.toStdString()); // so that no save and no crash loses it
    }
    presentNote(error);
}

/// As if it had been typed: what cannot be planned stands in the line with its repairs.
void ShardingTab::moveAxis(char axis, int array, int dim)
{
    const auto read = core::readExpression(m_session.scenario().shard.expression);
    if (!read || array < 0)
        return;
    const QString moved = toText(core::withAxis(*read, static_cast<std::size_t>(array), axis, dim));
    finish();
    m_line->setText(moved);
    type(moved);
    finish();
}

/// What is typed next is another undo step.
void ShardingTab::finish() { m_gesture = 0; }

void ShardingTab::take(const QString& repair)
{
    finish();
    const auto chosen = std::ranges::find(m_repairs, repair, buttonText);
    if (chosen == m_repairs.end())
        return;
    core::Repair all = *chosen;
    const std::string typed = m_line->text().toStdString();
    if (all.edits.front().first != "shard.expr" && typed != m_session.scenario().shard.expression)
        all.edits.insert(all.edits.begin(), {"shard.expr", typed});
    m_session.forgetTyped("shard.expr");
    if (m_session.apply(all))
        m_line->setText(toText(m_session.scenario().shard.expression));
    presentNote({});
    m_line->setFocus(Qt::OtherFocusReason);
}

/// Without an error: what the expression means.
void ShardingTab::presentNote(const std::optional<core::NotationError>& error)
{
    const auto said = error ? error : core::remarkOf(*m_snapshot.cache->sharding(m_session.scenario()));
    core::Sharding tried = m_session.scenario().shard;
    tried.expression = m_line->text().toStdString();
    m_repairs = error ? core::shardingRepairs(tried) : std::vector<core::Repair>();
    if (said && !error)
        for (const auto& repair : said->repairs)
            m_repairs.push_back({"Write " + repair, {{"shard.expr", repair}}});
    QStringList repairs;
    std::ranges::transform(m_repairs, std::back_inserter(repairs), buttonText);
    m_line->setWrong(error ? characterAt(m_line->text(), error->column) : -1);
    const bool empty = m_line->text().trimmed().isEmpty();
    QString sentence = said ? toText(said->sentence) : QString();
    if (error && m_line->text() != toText(m_session.scenario().shard.expression))
        sentence += tr(" The picture stays at the last product that could be planned.");
    if (empty)
        sentence = tr("Type a product, for example A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]: X splits I over devices, Y "
                      "splits K.");
    m_note->present(sentence, repairs, error.has_value() && !empty);
}

void ShardingTab::setSize(const QString& dim, const QString& typed)
{
    const auto done = m_session.editFromText(fieldOfSize(dim), typed.toStdString());
    if (done)
        m_session.forgetTyped(fieldOfSize(dim));
    else
        m_note->present(inWords(done.error(), m_session.scenario()), {}, true);
}

void ShardingTab::presentSizes(const core::ShardingReport& report)
{
    if (report.sizes.empty())
        return;
    std::vector<QString> dims;
    for (const auto& name : report.expression.dims())
        dims.push_back(toText(name));
    if (!std::ranges::equal(dims, m_sizeFields, {}, {}, [](const auto& one) { return one.first; })) {
        for (const auto& [dim, field] : m_sizeFields)
            delete field->parentWidget();
        m_sizeFields.clear();
        for (const QString& dim : dims) {
            auto* size = new QWidget(this);
            auto* across = new QHBoxLayout(size);
            across->setContentsMargins({});
            across->setSpacing(6);
            auto* name = new QLabel(dim);
            auto* field = new NumberField;
            field->setObjectName(QStringLiteral("shard.size.%1.field").arg(dim));
            field->setAccessibleName(tr("Size of %1").arg(dim));
            field->setFixedWidth(76);
            field->takeWholes();
            across->addWidget(name);
            across->addWidget(field);
            m_settings->addWidget(size);
            size->show();
            m_sizeFields.emplace_back(dim, field);
            connect(field, &NumberField::textEdited, this, [this, dim](const QString& typed) {
                m_session.type(fieldOfSize(dim), typed.toStdString());
                presentNote(errorOfLine()); // no longer why the size before was refused
            });
            connect(field, &NumberField::reverted, this, [this, dim] {
                m_session.forgetTyped(fieldOfSize(dim));
                presentNote(errorOfLine());
            });
            connect(field, &NumberField::committed, this, [this, dim](const QString& typed) { setSize(dim, typed); });
        }
    }
    for (const auto& [dim, field] : m_sizeFields)
        field->present(QString::fromStdString(core::grouped(static_cast<double>(report.sizes.at(dim.toStdString())))));
}

void ShardingTab::present(const Snapshot& snapshot)
{
    m_snapshot = snapshot;
    const auto report = snapshot.cache->sharding(snapshot.scenario);
    const bool typing = m_line->hasFocus() && m_line->text() != toText(snapshot.scenario.shard.expression);
    m_line->present(toText(snapshot.scenario.shard.expression));
    if (m_line->text() == toText(snapshot.scenario.shard.expression)) // undo, say, took its place
        m_session.forgetTyped("shard.expr");
    for (FieldControl* control : m_controls)
        control->present(snapshot);
    presentSizes(*report);
    m_plans->present(snapshot);
    offerSteps();
    fit();
    const QString shown =
        toText(snapshot.scenario.shard.expression) + u' ' + toText(snapshot.scenario.shard.mesh) +
        (report->plans.empty() ? QString() : QString::number(report->chosen) + toText(report->plan().text()));
    if (m_checks->isChecked() && std::exchange(m_checked, shown) != shown)
        m_check->present(*report);
    m_transport->setEnabled(m_check->hasExample());
    if (!typing || !report->error)
        presentNote(errorOfLine());
}

} // namespace ui
