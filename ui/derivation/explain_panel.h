// SPDX-License-Identifier: GPL-3.0-or-later
// The explain dock: why the chosen number has its value, kept up to date with every change.
#pragma once

#include "core/numbers/numbers.h"
#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>

#include <functional>
#include <set>
#include <utility>

class QLabel;
class QTextBrowser;
class QUrl;

namespace ui
{

class IconButton;

class ExplainPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ExplainPanel(QWidget* parent = nullptr);

    void present(const Snapshot&);
    /// What numbers are read from: a snapshot alone, unless other pages add to it.
    using Workspaces = std::function<core::Workspace(const Snapshot&)>;
    void setWorkspace(Workspaces workspace) { m_workspace = std::move(workspace); }
    /// What they add has changed.
    void refreshCustom();
    /// Chooses the number, or the comparison; shows it from its first line.
    void explain(const QString& metricId);
    /// Stands in the place of a number's id while the document is compared with its baselines.
    static QString comparison() { return QStringLiteral("baselines"); }
    QString metricId() const { return m_metric; }
    /// The collective in sight is after so many steps; a number of the step before gives way to that of this one.
    void goTo(int step);
    void setTheme(const Theme&);

signals:
    void closeAsked();
    void fieldAsked(const QString& fieldId);
    /// What to do with a baseline: "swap/0".
    void baselineAsked(const QString& act);

protected:
    void paintEvent(QPaintEvent*) override;
    void showEvent(QShowEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    core::ExplainedOrWhy explained() const;
    QString folded(const QString& html) const;
    QString reasonOf(const std::string& error) const;
    QString shownValue(const core::Explained&) const;
    void render();
    void write(const QString& title, const QString& value, const QString& html);
    void follow(const QUrl&);
    void copyMenu();

    QString m_metric = QStringLiteral("bound.verdict");
    std::pair<QString, QString> m_titled; // a number and its title, also after it ceased to exist
    Snapshot m_snapshot;
    const Theme* m_theme = &Theme::light();
    QLabel* m_title;
    QLabel* m_value;
    QLabel* m_baselines;
    QTextBrowser* m_text;
    IconButton* m_copy;
    QString m_shown;              // HTML on screen
    std::set<qsizetype> m_opened; // steps of a folded derivation that were asked for
    bool m_unfolded = false;
    int m_step = 0;         // that is in sight
    bool m_follows = false; // the number is one of that step
    Workspaces m_workspace = &Snapshot::workspace;
};

/// The strip at the foot of the column of inputs that opens the dock.
class ExplainStrip : public QAbstractButton
{
    Q_OBJECT
public:
    explicit ExplainStrip(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent*) override;
};

} // namespace ui
