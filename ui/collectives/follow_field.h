// SPDX-License-Identifier: GPL-3.0-or-later
// Which shard is followed: typed by number or name, completed, or taken from a list; a wrong one is told why.
#pragma once

#include <QWidget>

#include <optional>

class QLabel;
class QStringListModel;

namespace ui
{

class IconButton;
class NumberField;
class Recording;

class FollowField : public QWidget
{
    Q_OBJECT
public:
    /// Sentences are shown over `host`, below the field.
    explicit FollowField(QWidget* host);

    /// Another collective; not owned. Null empties it.
    void load(const Recording*);
    void present(std::optional<int> shard);
    /// What is wrong with the text; empty where nothing is.
    QString complaint() const;
    QSize sizeHint() const override;

signals:
    /// Nothing: no shard any more.
    void asked(std::optional<int> shard);

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void addWord();
    void take(const QString& text);
    void complain(const QString& sentence);
    void offerList();

    const Recording* m_recording = nullptr;
    QString m_shown;
    NumberField* m_field;
    IconButton* m_list;
    QStringListModel* m_names;
    QLabel* m_note;
};

} // namespace ui
