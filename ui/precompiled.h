// SPDX-License-Identifier: GPL-3.0-or-later
// What most sources of ui and of its tests include, compiled once. Sources include what they use all the same.
#pragma once

#include <QApplication>
#include <QBoxLayout>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QString>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
