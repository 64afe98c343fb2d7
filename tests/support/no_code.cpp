// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing: a target that only precompiles headers needs a source.
