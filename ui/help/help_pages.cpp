// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of tables as HTML, sections of MODEL.md as they stand.
#include "ui/help/help_pages.h"

#include "core/derive/render.h"
#include "core/derive/typeset.h"
#include "core/io/lesson_step_json.h"
#include "core/lesson/lesson.h"
#include "core/numbers/metrics.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario.h"
#include "ui/session/field_text.h"
#include "ui/theme/words.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace ui
{

namespace
{

QString modelText()
{
    QFile file(QStringLiteral(":/texts/MODEL.md"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The section below that heading, up to the next of its rank.
QString sectionOf(const QString& model, const QString& heading)
{
    const auto from = model.indexOf(QStringLiteral("\n## ") + heading + u'\n');
    const auto to = model.indexOf(QStringLiteral("\n## "), from + 4);
    return from < 0 ? QString() : model.mid(from + 1, to < 0 ? -1 : to - from);
}

/// What matches is typeset as a symbol; what stands between, as `other` has it.
template <class Other> QString withSymbols(const QString& words, const QRegularExpression& symbol, Other other)
{
    QString out;
    qsizetype from = 0;
    for (auto found = symbol.globalMatch(words); found.hasNext();) {
        const auto match = found.next();
        out += other(words.mid(from, match.capturedStart() - from)) +
               QString::fromStdString(core::symbolText(match.captured().toStdString(), core::TextStyle::html));
        from = match.capturedEnd();
    }
    return out + other(words.mid(from));
}

/// "W_hbm" as W with a subscript, outside of code.
QString withSubscripts(const QString& words)
{
    static const QRegularExpression symbol(
        QStringLiteral("(?<![\\w.@])(?:[A-Za-z]|alpha|beta|gamma|kappa|tau)_[a-z0-9][A-Za-z0-9,]*\\b"));
    return withSymbols(words, symbol, [](const QString& rest) { return rest; });
}

/// Code that is a formula; names of numbers and files stay code.
QString formula(const QString& code)
{
    static const QRegularExpression name(QStringLiteral("[A-Za-z]+(?:_[A-Za-z0-9,]+)?"));
    return withSymbols(code, name, [](const QString& rest) { return rest.toHtmlEscaped(); });
}

/// Symbols and the table of formulas as books set them, which also wraps.
QString typeset(const QString& model)
{
    QStringList lines = model.split(u'\n');
    bool formulas = false; // within their table
    for (QString& line : lines) {
        formulas = line.startsWith(u'|') && (formulas || line.startsWith(QLatin1String("| section | symbol |")));
        QStringList parts = line.split(u'`'); // code at odd places
        for (qsizetype i = 0; i < parts.size(); ++i)
            parts[i] = i % 2 == 0 ? withSubscripts(parts[i]) : formulas ? formula(parts[i]) : u'`' + parts[i] + u'`';
        line = parts.size() % 2 == 0 ? line : parts.join(QString());
    }
    return lines.join(u'\n');
}

QString rangeText(const core::Field& field, const core::Scenario& scenario)
{
    if (field.kind == core::FieldKind::choice) {
        QStringList words;
        for (const std::string& choice : choicesOf(field, scenario))
            words << choiceText(field, choice, scenario);
        return tr("One of: %1.").arg(words.join(QStringLiteral(", ")));
    }
    if (field.kind == core::FieldKind::whole || field.kind == core::FieldKind::real)
        return tr("From %1 to %2 %3.")
            .arg(numberText(field, field.min), numberText(field, field.max), unitOf(field, scenario))
            .replace(QStringLiteral(" ."), QStringLiteral("."));
    return field.form.empty() ? QString() : tr("A text: %1.").arg(toText(field.form));
}

} // namespace

HelpPage helpPage(const QString& id, const QString& title, const std::vector<HelpSection>& sections)
{
    QString html = QStringLiteral("<h2>%1</h2>").arg(title.toHtmlEscaped());
    const auto lines = [](const QString& words) {
        return words.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
    };
    for (const HelpSection& section : sections) {
        if (!section.title.isEmpty())
            html += QStringLiteral("<h3>%1</h3>").arg(section.title.toHtmlEscaped());
        if (!section.lead.isEmpty())
            html += QStringLiteral("<p>%1</p>").arg(lines(section.lead));
        if (!section.entries.empty())
            html += QStringLiteral("<table cellspacing='0' cellpadding='4' width='100%'>");
        for (const HelpEntry& entry : section.entries)
            html +=
                QStringLiteral("<tr><td width='34%'><a name='%1'></a><b>%2</b>%3</td><td>%4</td></tr>")
                    .arg(entry.anchor.toHtmlEscaped(), entry.title.toHtmlEscaped(),
                         entry.keys.isEmpty() ? QString()
                                              : QStringLiteral("<br><code>%1</code>").arg(entry.keys.toHtmlEscaped()),
                         lines(entry.text));
        if (!section.entries.empty())
            html += QStringLiteral("</table>");
        if (!section.example.isEmpty())
            html += QStringLiteral("<pre>%1</pre>").arg(section.example.toHtmlEscaped());
    }
    return {id, title, html};
}

HelpEntry inputEntry(const core::Field& field, const core::Scenario& scenario)
{
    const QString id = toText(field.id);
    return {id, toText(field.title), toText(field.help) + u'\n' + rangeText(field, scenario), id};
}

HelpPage inputsPage(const core::Catalogue& catalogue)
{
    const core::Scenario scenario = core::defaultScenario(catalogue);
    std::vector<HelpSection> sections;
    for (const core::Field& field : core::fields()) {
        const QString group = toText(field.group);
        auto section = std::ranges::find(sections, group, &HelpSection::title);
        if (section == sections.end())
            section = sections.insert(sections.end(), {group, {}});
        section->entries.push_back(inputEntry(field, scenario));
    }
    return helpPage(QStringLiteral("inputs"), tr("Inputs and conventions"), sections);
}

HelpPage numbersPage(const core::Catalogue& catalogue)
{
    HelpSection all;
    for (const core::Metric& metric : core::metrics(catalogue)) {
        const QString id = toText(metric.id);
        QString words = metric.equation.empty() ? tr("Counted, or looked up.")
                                                : tr("Section %1 of “How we calculate”.").arg(toText(metric.equation));
        if (!metric.source.empty())
            words += u'\n' + toText(metric.source);
        all.entries.push_back({id, toText(metric.title), words, id});
    }
    return helpPage(QStringLiteral("numbers"), tr("Numbers"), {all});
}

HelpPage lessonFilesPage()
{
    const std::pair<std::string_view, const char*> words[] = {
        {"value", QT_TRANSLATE_NOOP("Help", "Asks for a number or a word: an expression of ids, such as op.bytes/2.")},
        {"from", QT_TRANSLATE_NOOP("Help", "Asks for a range between two expressions.")},
        {"formula", QT_TRANSLATE_NOOP("Help", "Asks for a formula in symbols; each symbol stands for an expression.")},
        {"options", QT_TRANSLATE_NOOP("Help", "Asks to choose a text: the one whose condition holds.")},
        {"until", QT_TRANSLATE_NOOP("Help", "Asks to change the scenario until a condition holds.")},
        {"items", QT_TRANSLATE_NOOP("Help", "Asks to sort texts by their expressions, the smallest first.")},
        {"schedule", QT_TRANSLATE_NOOP("Help", "Asks for an order of products of the collective matmul.")},
        {"lines", QT_TRANSLATE_NOOP("Help", "Asks for the line whose claim does not hold.")},
        {"model", QT_TRANSLATE_NOOP("Help", "Asks for a text, which is not graded; shows a model answer.")}};
    const auto joined = [](const auto& names, const QString& between) {
        QStringList all;
        for (const std::string_view name : names)
            all << toText(name);
        return all.join(between);
    };
    HelpSection steps{tr("Kinds of steps"), {}};
    for (const core::LessonForm& form : core::lessonForms()) {
        QStringList kinds;
        for (const core::StepKind kind : form.kinds)
            kinds << toText(core::stepKindNames[static_cast<std::size_t>(kind)]);
        const auto known = std::ranges::find(words, form.required.empty() ? "" : form.required.front(),
                                             &std::pair<std::string_view, const char*>::first);
        QString said = known == std::end(words) ? tr("Tells a text, asks nothing.") : tr(known->second);
        if (!form.required.empty())
            said += u'\n' + tr("Needs %1.").arg(joined(form.required, QStringLiteral(", ")));
        if (!form.optional.empty())
            said += u'\n' + tr("May have %1.").arg(joined(form.optional, QStringLiteral(", ")));
        steps.entries.push_back({kinds.front(), kinds.join(QStringLiteral(", ")), said});
    }
    const HelpSection all{
        tr("Every step"),
        {{QStringLiteral("keys"), tr("Keys"), joined(core::stepKeys, QStringLiteral(", "))},
         {QStringLiteral("tabs"), tr("Tabs"), joined(core::lessonTabs, QStringLiteral(", "))},
         {QStringLiteral("ids"), tr("Ids"),
          tr("“points”, “set” and expressions take ids: those of fields stand on the page Inputs and conventions, "
             "those of numbers on the page Numbers, each below its title.")}}};
    return helpPage(QStringLiteral("lesson-files"), tr("Lesson files"), {steps, all});
}

HelpPage calculationPage()
{
    const QString model = modelText();
    return {QStringLiteral("calculation"),
            tr("How we calculate"),
            {},
            typeset(QString(model).remove(sectionOf(model, QStringLiteral("Glossary"))))};
}

HelpPage glossaryPage()
{
    return {
        QStringLiteral("glossary"), tr("Glossary"), {}, typeset(sectionOf(modelText(), QStringLiteral("Glossary")))};
}

} // namespace ui
