// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs around Session::open and Session::save.
#include "ui/shell/window_files.h"

#include "core/io/scenario_json.h"
#include "ui/numbers/verdict_text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>

namespace ui
{

namespace
{

constexpr const char* suffix = ".rooflight.json";

} // namespace

WindowFiles::WindowFiles(Session& session, QWidget& window) : QObject(&window), m_session(session), m_window(window) {}

void WindowFiles::open()
{
    if (!mayLeave())
        return;
    const QString folder = QFileInfo(m_session.fileName()).path();
    const QString path = QFileDialog::getOpenFileName(
        &m_window, tr("Open a scenario"), folder,
        tr("Scenarios and pictures of them (*%1 *.json *.png *.svg *.gif);;All files (*)").arg(QLatin1String(suffix)));
    if (!path.isEmpty())
        openFile(path);
}

void WindowFiles::openFile(const QString& path)
{
    if (const auto done = m_session.open(path); !done)
        complain(QString::fromStdString(done.error().text));
}

void WindowFiles::drop(const QString& path)
{
    if (mayLeave())
        openFile(path);
}

QMenu* WindowFiles::makeExamples()
{
    auto* menu = new QMenu(&m_window);
    menu->setObjectName(QStringLiteral("examples"));
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        if (menu->isEmpty())
            for (const core::ScenarioPreset& preset : m_session.scenario().presets->scenarios)
                offer(*menu, preset);
    });
    return menu;
}

void WindowFiles::offer(QMenu& menu, const core::ScenarioPreset& preset)
{
    const auto scenario = core::readScenario(preset.json, preset.id, *m_session.scenario().presets);
    if (!scenario)
        return;
    const VerdictText verdict = verdictText(snapshotOf(*scenario));
    const QString title = QString::fromStdString(preset.title).replace(u'&', QStringLiteral("&&"));
    QAction* action = menu.addAction(title + u'\t' + verdict.brief());
    action->setObjectName(QStringLiteral("example.") + QString::fromStdString(preset.id));
    action->setToolTip(verdict.sentence());
    action->setStatusTip(verdict.sentence());
    connect(action, &QAction::triggered, this, [this, &preset] {
        if (!mayLeave())
            return;
        if (const auto done = m_session.openExample(preset); !done)
            complain(QString::fromStdString(done.error().text));
    });
}

bool WindowFiles::save() { return m_session.fileName().isEmpty() ? saveAs() : saveTo(m_session.fileName()); }

bool WindowFiles::saveAs()
{
    QString path = QFileDialog::getSaveFileName(&m_window, tr("Save the scenario"), m_session.fileName(),
                                                tr("Scenarios (*%1)").arg(QLatin1String(suffix)));
    if (path.isEmpty())
        return false;
    if (!path.endsWith(QLatin1String(".json")))
        path += QLatin1String(suffix);
    return saveTo(path);
}

bool WindowFiles::saveTo(const QString& path)
{
    const auto done = m_session.save(path);
    if (!done)
        complain(QString::fromStdString(done.error().text));
    return done.has_value();
}

bool WindowFiles::mayLeave()
{
    if (m_session.undoStack().isClean())
        return true;
    const auto answer =
        QMessageBox::question(&m_window, tr("Unsaved changes"), tr("The scenario has changes that are not saved."),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

void WindowFiles::complain(const QString& sentence) { QMessageBox::warning(&m_window, tr("Rooflight"), sentence); }

} // namespace ui
