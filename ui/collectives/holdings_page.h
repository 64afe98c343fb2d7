// SPDX-License-Identifier: GPL-3.0-or-later
// The page of who holds what: the number grid, scrolled where it is larger than its room.
#pragma once

#include "ui/playback/collective_page.h"

namespace ui
{

class NumberGrid;

class HoldingsPage : public CollectivePage
{
    Q_OBJECT
public:
    explicit HoldingsPage(QWidget* parent = nullptr);

    void load(const Recording*, const QString& reason) override;
    void goTo(int step) override;

private:
    NumberGrid* m_grid;
    const Recording* m_recording = nullptr;
};

} // namespace ui
