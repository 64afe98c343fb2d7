// SPDX-License-Identifier: GPL-3.0-or-later
// What a first start offers above the charts of the start scenario: examples, a file, files of before.
#pragma once

#include <QFrame>

class QScrollArea;
class QVBoxLayout;

namespace core
{
struct Catalogue;
struct ScenarioPreset;
} // namespace core

namespace ui
{

class StartCard : public QFrame
{
    Q_OBJECT
public:
    StartCard(const core::Catalogue&, QWidget& window);

    static constexpr int enoughHeight = 640; // below, the card would push the charts out of sight
    /// Shown from now on wherever the window is so high, or not any more.
    void offer(bool, int minWindowHeight = enoughHeight);
    bool isOffered() const { return m_offered; }
    void setRecent(const QStringList& paths);

signals:
    void exampleAsked(const core::ScenarioPreset&);
    void openAsked();
    void lessonsAsked();
    void fileAsked(const QString& path);
    void closeAsked();

protected:
    /// Of the window.
    bool eventFilter(QObject*, QEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    void build();
    QWidget* makeExamples();
    QWidget* makeOpen();
    QWidget* makeRecent();
    void showWhereRoom();
    void fitExamples();
    void fillRecent();

    const core::Catalogue& m_catalogue;
    QStringList m_files;
    QScrollArea* m_examples = nullptr;
    QVBoxLayout* m_recent = nullptr; // made with the rest when it is shown first
    bool m_offered = false;
    int m_minHeight = enoughHeight;
};

} // namespace ui
