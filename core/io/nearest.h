// SPDX-License-Identifier: GPL-3.0-or-later
// Moved: core/scenario/nearest.h.
#pragma once

#include "core/scenario/nearest.h"
