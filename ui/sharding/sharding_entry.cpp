// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed goes to the session while it can be planned; else it stands with its error, and the picture goes back.
#include "ui/sharding/sharding_entry.h"

#include "core/check/sharding_repairs.h"
#include "core/io/plain_text.h"
#include "core/numbers/collective_cache.h"
#include "core/quantity/format.h"
#include "core/scenario/fields.h"
#include "core/sharding/remark.h"
#include "ui/controls/field_control.h"
#include "ui/controls/folding_row.h"
#include "ui/controls/number_field.h"
#include "ui/controls/word_flow.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/sharding/expression_edit.h"
#include "ui/sharding/expression_note.h"
#include "ui/theme/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

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
    return id == "shard.expr" && repair.edits.size() == 1 ? toText(std::get<std::string>(value)) : toText(repair.text);
}

const std::string& textOf(const core::Sharding& shard, const std::string& id)
{
    return id == "shard.mesh" ? shard.mesh : shard.expression;
}

/// A name, and what is typed for it.
QWidget* named(const QString& name, QWidget* field, QWidget* parent)
{
    auto* both = new QWidget(parent);
    auto* across = new QHBoxLayout(both);
    across->setContentsMargins({});
    across->setSpacing(6);
    across->addWidget(new QLabel(name));
    across->addWidget(field);
    return both;
}

} // namespace

ShardingEntry::ShardingEntry(Session& session, QWidget* beside, QWidget* parent)
    : QWidget(parent), m_session(session), m_line(new ExpressionEdit), m_mesh(new ExpressionEdit),
      m_note(new ExpressionNote)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(makeLine(beside));
    column->addLayout(makeSettings());
    m_note->setContentsMargins(4, 0, 4, 0);
    column->addWidget(m_note); // below all fields, which it would push down while one types
    for (const Line& line : lines()) {
        connect(line.edit, &QLineEdit::textEdited, this, &ShardingEntry::judge);
        connect(line.edit, &ExpressionEdit::finished, this, &ShardingEntry::finish);
        connect(line.edit, &ExpressionEdit::reverted, this, [this, line] { revert(line); });
    }
    connect(m_note, &ExpressionNote::chosen, this, &ShardingEntry::take);
}

void ShardingEntry::fit(bool low)
{
    m_note->setMinimumHeight(low ? 0 : 52); // a sentence and its repairs
    layout()->setSpacing(low ? 5 : 8);
}

QLayout* ShardingEntry::makeLine(QWidget* beside)
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
    row->addGroup()->addWidget(beside);
    line->addWidget(row);
    return line;
}

QLayout* ShardingEntry::makeSettings()
{
    m_settings = new WordFlow(16, 6);
    m_settings->setContentsMargins(4, 0, 4, 0);
    const core::Field& mesh = *core::findField("shard.mesh");
    namePart(m_mesh, mesh, ".field", toText(mesh.title));
    m_mesh->setToolTip(toText(mesh.help));
    m_mesh->setFixedWidth(168);
    m_mesh->setPlaceholderText(QStringLiteral("X=4, Y=4"));
    m_settings->addWidget(named(shortTitle(mesh), m_mesh, this));
    m_dtype = makeControl(*core::findField("shard.dtype"), m_session, this);
    m_dtype->setFixedWidth(170);
    m_settings->addWidget(m_dtype);
    return m_settings;
}

std::array<ShardingEntry::Line, 2> ShardingEntry::lines() const
{
    return {Line{"shard.expr", m_line}, Line{"shard.mesh", m_mesh}};
}

/// Those that the scenario does not have as they stand here.
std::vector<ShardingEntry::Line> ShardingEntry::typedLines() const
{
    std::vector<Line> typed;
    for (const Line& line : lines())
        if (line.edit->text() != toText(textOf(m_session.scenario().shard, line.id)))
            typed.push_back(line);
    return typed;
}

core::Sharding ShardingEntry::asTyped() const
{
    core::Sharding tried = m_session.scenario().shard;
    tried.expression = m_line->text().toStdString();
    tried.mesh = m_mesh->text().toStdString();
    return tried;
}

void ShardingEntry::judge()
{
    if (core::shardingError(asTyped())) {
        takeBack();
        keepTyped();
    } else {
        enter();
    }
    presentNote();
}

/// So that no save and no crash loses it; what is typed back to what it was is nothing typed.
void ShardingEntry::keepTyped()
{
    for (const Line& line : lines())
        if (const auto text = line.edit->text(); text == toText(textOf(m_session.scenario().shard, line.id)))
            m_session.forgetTyped(line.id);
        else
            m_session.type(line.id, text.toStdString());
}

/// One undo step with what was typed before it.
void ShardingEntry::enter()
{
    if (m_gesture == 0) {
        m_gesture = m_session.nextGesture();
        m_before = m_session.scenario().shard;
    }
    for (const Line& line : typedLines()) {
        line.edit->setGiven(line.edit->text());
        [[maybe_unused]] const auto done =
            m_session.edit(line.id, line.edit->text().toStdString(), m_gesture); // can be read
    }
    for (const Line& line : lines())
        m_session.forgetTyped(line.id);
}

/// A beginning that could be planned is no product any more once the text goes on and is wrong.
void ShardingEntry::takeBack()
{
    if (m_gesture == 0)
        return;
    for (const Line& line : lines()) {
        const std::string& before = textOf(m_before, line.id);
        if (textOf(m_session.scenario().shard, line.id) == before)
            continue;
        line.edit->setGiven(toText(before));
        [[maybe_unused]] const auto done = m_session.edit(line.id, before, m_gesture); // could be read
    }
}

/// What waited for it may be planned now.
void ShardingEntry::revert(const Line& line)
{
    finish();
    m_session.forgetTyped(line.id);
    judge();
    finish();
}

void ShardingEntry::moveAxis(char axis, int array, int dim)
{
    const auto read = core::readExpression(m_session.scenario().shard.expression);
    if (!read || array < 0)
        return;
    finish();
    m_line->setText(toText(core::withAxis(*read, static_cast<std::size_t>(array), axis, dim)));
    judge();
    finish();
}

/// What is typed next is another undo step.
void ShardingEntry::finish() { m_gesture = 0; }

/// With all else that is typed once that can be planned; before, it is typed as well.
void ShardingEntry::take(const QString& repair)
{
    finish();
    const auto chosen = std::ranges::find(m_repairs, repair, buttonText);
    if (chosen == m_repairs.end())
        return;
    core::Repair all{chosen->text, {}};
    ExpressionEdit* mended = m_line;
    for (const auto& [id, value] : chosen->edits) {
        const auto both = lines();
        const auto line = std::ranges::find(both, id, &Line::id);
        if (line == both.end()) {
            all.edits.emplace_back(id, value);
        } else {
            mended = line->edit;
            mended->setText(toText(std::get<std::string>(value)));
        }
    }
    if (all.edits.empty() && core::shardingError(asTyped())) {
        judge();
    } else {
        for (const Line& line : typedLines())
            all.edits.emplace_back(line.id, line.edit->text().toStdString());
        for (const Line& line : lines())
            m_session.forgetTyped(line.id);
        [[maybe_unused]] const auto done = m_session.apply(all); // leads to a plan
        presentNote();
    }
    mended->setFocus(Qt::OtherFocusReason);
}

/// Both lines where they are wrong; an expression that can be read, where its mesh is.
void ShardingEntry::underline(const core::Sharding& tried, const std::optional<core::NotationError>& error)
{
    const bool ofMesh = error && error->code == "MESH";
    m_mesh->setWrong(ofMesh ? characterAt(m_mesh->text(), error->column) : -1);
    const auto read = core::readExpression(tried.expression);
    const int column = !read ? read.error().column : error && !ofMesh ? error->column : 0;
    m_line->setWrong(column > 0 ? characterAt(m_line->text(), column) : -1);
}

/// Without an error: what the expression means.
void ShardingEntry::presentNote()
{
    const core::Sharding tried = asTyped();
    const auto error = core::shardingError(tried);
    const auto said = error ? error : core::remarkOf(*m_snapshot.cache->sharding(m_session.scenario()));
    m_repairs = error ? core::shardingRepairs(tried) : std::vector<core::Repair>();
    if (said && !error)
        for (const auto& repair : said->repairs)
            m_repairs.push_back({"Write " + repair, {{"shard.expr", repair}}});
    QStringList repairs;
    std::ranges::transform(m_repairs, std::back_inserter(repairs), buttonText);
    underline(tried, error);
    const bool ofMesh = error && error->code == "MESH";
    const bool empty = !ofMesh && m_line->text().trimmed().isEmpty();
    QString sentence = said ? toText(said->sentence) : QString();
    if (ofMesh)
        sentence = tr("Mesh, character %1: %2").arg(characterAt(m_mesh->text(), error->column) + 1).arg(sentence);
    if (ofMesh && !core::readExpression(tried.expression))
        sentence += tr(" Behind it the product cannot be read either.");
    if (error && !typedLines().empty())
        sentence += tr(" Picture and check show %1.").arg(toText(core::oneLine(m_session.scenario().shard.expression)));
    if (empty)
        sentence = tr("Type a product, for example A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]: X splits I over devices, Y "
                      "splits K.");
    m_note->present(sentence, repairs, error.has_value() && !empty);
}

void ShardingEntry::refuse(const QString& sentence) { m_note->present(sentence, {}, true); }

void ShardingEntry::setSize(const QString& dim, NumberField& field, const QString& typed)
{
    const auto done = m_session.editFromText(fieldOfSize(dim), typed.toStdString());
    if (done || !field.hasFocus()) // else it stands there still
        m_session.forgetTyped(fieldOfSize(dim));
    if (done)
        judge(); // what waited for that size
    else
        refuse(inWords(done.error(), m_session.scenario()));
}

NumberField* ShardingEntry::makeSize(const QString& dim)
{
    auto* field = new NumberField;
    field->setObjectName(QStringLiteral("shard.size.%1.field").arg(dim));
    field->setAccessibleName(tr("Size of %1").arg(dim));
    field->setFixedWidth(76);
    field->takeWholes();
    connect(field, &NumberField::textEdited, this, [this, dim](const QString& typed) {
        m_session.type(fieldOfSize(dim), typed.toStdString());
        presentNote(); // no longer why the size before was refused
    });
    connect(field, &NumberField::reverted, this, [this, dim] {
        m_session.forgetTyped(fieldOfSize(dim));
        presentNote();
    });
    connect(field, &NumberField::committed, this,
            [this, dim, field](const QString& typed) { setSize(dim, *field, typed); });
    return field;
}

void ShardingEntry::presentSizes(const core::ShardingReport& report)
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
            auto* field = makeSize(dim);
            QWidget* size = named(dim, field, this);
            m_settings->addWidget(size);
            size->show();
            m_sizeFields.emplace_back(dim, field);
        }
    }
    for (const auto& [dim, field] : m_sizeFields)
        field->present(QString::fromStdString(core::grouped(static_cast<double>(report.sizes.at(dim.toStdString())))));
}

void ShardingEntry::present(const Snapshot& snapshot)
{
    m_snapshot = snapshot;
    for (const Line& line : lines()) {
        const QString shown = toText(textOf(snapshot.scenario.shard, line.id));
        const QString typed = line.edit->text();
        line.edit->present(shown);
        if (line.edit->text() != typed)
            finish(); // undo, say, took its place
        if (line.edit->text() == shown)
            m_session.forgetTyped(line.id);
    }
    m_dtype->present(snapshot);
    presentSizes(*snapshot.cache->sharding(snapshot.scenario));
    presentNote();
}

} // namespace ui
