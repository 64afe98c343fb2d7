// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a collective, each with its derivation: how long it takes, why no less, what its links carry.
#pragma once

#include "ui/session/snapshot.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace core
{
struct CollectiveStudy;
}

namespace ui
{

class ValueLabel;

class CollectiveNumbers : public QWidget
{
    Q_OBJECT
public:
    explicit CollectiveNumbers(QWidget* parent = nullptr);

    /// Or why there is no collective.
    void present(const Snapshot&);
    /// What is words, to be placed by the page: the algorithm and its reason, the bound's reason, what was assumed.
    QLabel* story() const { return m_story; }

private:
    void place();
    void showStory(const core::CollectiveStudy&);

    QWidget* m_table;
    QGridLayout* m_grid;
    std::vector<ValueLabel*> m_values;
    QLabel* m_story;
};

} // namespace ui
