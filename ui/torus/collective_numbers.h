// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a collective: how long it takes, why no less, what its links carry.
#pragma once

#include "core/collectives/whole_torus.h"

#include <QLabel>

namespace ui
{

class CollectiveNumbers : public QLabel
{
    Q_OBJECT
public:
    explicit CollectiveNumbers(QWidget* parent = nullptr);

    void present(const core::WholeCollective&);
    void presentProblem(const QString& reason);
};

} // namespace ui
