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
struct CollectiveAnalysis;
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
    /// Two columns, or one where two are wider than this.
    void fitInto(int width);
    /// The results that matter most, for a place that does not scroll; where Step or Sharding has another time for this
    /// collective, why.
    QWidget* strip() const { return m_strip; }

private:
    void showStory(const core::CollectiveAnalysis&, const core::Scenario&);
    void placeAll();

    QWidget* m_table;
    QWidget* m_strip;
    QGridLayout* m_grid;
    QGridLayout* m_main;               // of the strip
    std::vector<ValueLabel*> m_values; // those of the strip first
    QLabel* m_story;
    QLabel* m_otherTime; // in the strip
    int m_width = QWIDGETSIZE_MAX;
};

} // namespace ui
