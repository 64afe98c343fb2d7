// SPDX-License-Identifier: GPL-3.0-or-later
// Says where a control stands in a window of a given size, so that a script can drag it: X Y WIDTH HEIGHT.
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "ui/shell/main_window.h"
#include "ui/theme/style_sheet.h"

#include <QApplication>
#include <QFile>
#include <QScrollArea>

#include <cstdio>

namespace
{

/// The window as it opens, laid out and shown once.
void showAt(ui::MainWindow& window, const QSize& size)
{
    window.setTheme(ui::Theme::light());
    window.resize(size);
    window.show();
    QApplication::processEvents();
    QApplication::processEvents(); // layouts that react to the first one
}

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    if (argc != 5) {
        std::fputs("usage: control_place SCENARIO_FILE OBJECT_NAME WIDTH HEIGHT\n", stderr);
        return 1;
    }
    QFile file(QString::fromLocal8Bit(argv[1]));
    if (!file.open(QIODevice::ReadOnly))
        return 4;
    const auto scenario = core::readScenario(file.readAll().toStdString(), argv[1], core::shippedCatalogue());
    if (!scenario)
        return 2;
    ui::applyTheme(*qApp, ui::Theme::light());
    ui::MainWindow window(*scenario, QString::fromLocal8Bit(argv[1]));
    showAt(window, QSize(QByteArray(argv[3]).toInt(), QByteArray(argv[4]).toInt()));
    const auto* control = window.findChild<QWidget*>(QString::fromLocal8Bit(argv[2]));
    if (!control || !control->isVisible()) {
        std::fprintf(stderr, "no control %s is to be seen\n", argv[2]);
        return 3;
    }
    const QPoint corner = control->mapTo(&window, QPoint());
    std::printf("%d %d %d %d\n", corner.x(), corner.y(), control->width(), control->height());
    return 0;
}
