// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the collectives of the design: each opens in the widget, with the time that the step charges for it.
#pragma once

#include "ui/playback/collective_page.h"

#include <vector>

class QLabel;
class QHBoxLayout;
class QScrollArea;

namespace ui
{

class DesignCharge;
class DesignList;
class Session;
class ValueLabel;

class DesignPanel : public CollectivePage
{
    Q_OBJECT
public:
    explicit DesignPanel(Session&, QWidget* parent = nullptr);

    void present(const Snapshot&) override;
    /// Moves the keyboard focus to the list.
    void focusList();

    bool eventFilter(QObject*, QEvent*) override;

signals:
    /// The chosen collective is in the fields coll.*.
    void opened();

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void shareRoom();
    void open(std::size_t collective);
    void presentTimes(const Snapshot&);
    void presentOpened(const Snapshot&);

    Session& m_session;
    std::vector<ValueLabel*> m_times;
    DesignList* m_list;
    DesignCharge* m_charge;
    QScrollArea* m_below;
    QHBoxLayout* m_head;
    QLabel* m_empty;
    std::string m_asked; // the name of the collective that was chosen last
    int m_askedWhen = 0;
};

} // namespace ui
