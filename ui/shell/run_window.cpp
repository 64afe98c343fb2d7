// SPDX-License-Identifier: GPL-3.0-or-later
// Settings and theme of the first window.
#include "ui/shell/run_window.h"

#include "ui/shell/main_window.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/text_size.h"

#include <QApplication>
#include <QIcon>
#include <QMessageBox>
#include <QSettings>

#include <algorithm>

namespace ui
{

namespace
{

/// Before the first widget: names, icon and fonts. Says whether the theme is dark.
bool prepareApplication(QApplication& application)
{
    if (QApplication::organizationName().isEmpty())
        QApplication::setOrganizationName(QStringLiteral("rooflight"));
    QApplication::setApplicationName(QStringLiteral("rooflight"));
    QApplication::setApplicationDisplayName({});
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/rooflight.svg")));
    const QColor window = application.palette().color(QPalette::Window);
    const bool dark = QSettings().value(QStringLiteral("theme/dark"), window.lightness() < 128).toBool();
    prepare(application, Theme::of(dark));
    return dark;
}

} // namespace

int runWindow(QApplication& application, core::Scenario scenario, const QString& fileName)
{
    const bool dark = prepareApplication(application);
    const int size = QSettings().value(QStringLiteral("text/size"), textSize()).toInt();
    if (std::ranges::count(textSizes, size) > 0)
        setTextSize(size);
    MainWindow shown(std::move(scenario), fileName);
    shown.setTheme(Theme::of(dark)); // with the style sheet
    const QSettings settings;
    shown.restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    shown.show();
    const int exit = QApplication::exec();
    QSettings().setValue(QStringLiteral("window/geometry"), shown.saveGeometry());
    return exit;
}

void sayRefused(QApplication& application, const QString& sentence)
{
    applyTheme(application, Theme::of(prepareApplication(application)));
    QMessageBox box(QMessageBox::Warning, QObject::tr("Rooflight"), sentence, QMessageBox::Close);
    box.setObjectName(QStringLiteral("refused"));
    box.exec();
}

} // namespace ui
