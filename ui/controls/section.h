// SPDX-License-Identifier: GPL-3.0-or-later
// A group of controls under a heading that folds; its contents are made when it first opens.
#pragma once

#include <QWidget>

#include <functional>

class QAbstractButton;
class QVBoxLayout;

namespace ui
{

class Section : public QWidget
{
    Q_OBJECT
public:
    using Fill = std::function<void(QVBoxLayout&)>;

    Section(const QString& title, const QString& id, Fill, QWidget* parent = nullptr);

    /// A section within a section: flush with the controls around it.
    void setNested();
    void setOpen(bool);
    bool isOpen() const { return m_open; }
    /// Short words beside the heading while folded, such as "FSDP · Tensor".
    void setSummary(const QString&);

signals:
    /// The contents have just been made.
    void filled();

private:
    QAbstractButton* m_header;
    QWidget* m_body = nullptr;
    Fill m_fill;
    bool m_open = false;
    bool m_nested = false;
};

} // namespace ui
