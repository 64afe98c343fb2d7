// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the help, made from the tables of the program and from core/MODEL.md.
#pragma once

#include <QString>

#include <vector>

namespace core
{
struct Catalogue;
struct Field;
struct Scenario;
} // namespace core

namespace ui
{

struct HelpPage {
    QString id, title;
    QString html = {};
    QString markdown = {}; // instead of html
};

/// One thing with its words: a field, a number, a command.
struct HelpEntry {
    QString anchor, title, text;
    QString keys = {};
};
/// A page of entries below headings; an entry is found by its anchor.
struct HelpSection {
    QString title;
    std::vector<HelpEntry> entries = {};
    QString lead = {};    // above the entries
    QString example = {}; // below them, as it is typed
};
HelpPage helpPage(const QString& id, const QString& title, const std::vector<HelpSection>&);

/// What an input means, its range or form, and its id.
HelpEntry inputEntry(const core::Field&, const core::Scenario&);

/// Every input by its group, the conventions among them: what it means, range, choices, id.
HelpPage inputsPage(const core::Catalogue&);
/// Every number of a step: formula and source.
HelpPage numbersPage(const core::Catalogue&);
/// What a lesson file may hold: the kinds of steps with their keys, and where the ids are listed.
HelpPage lessonFilesPage();
/// Rules and formulas of the model, with their sources.
HelpPage calculationPage();
HelpPage glossaryPage();

} // namespace ui
