// SPDX-License-Identifier: GPL-3.0-or-later
// The style sheet, with the theme's colours put in by name.
#include "ui/theme/style_sheet.h"

#include "ui/theme/painting.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>

#include <utility>

namespace ui
{

namespace
{

// Names in braces are colours; see `coloured`.
constexpr const char* sheet = R"(
QMainWindow, QDialog { background: @window; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QMenuBar { background: @panel; color: @text; border: none; padding: 2px 8px; }
QMenuBar::item { padding: 8px 10px; border-radius: 6px; background: transparent; }
QMenuBar > QToolButton#qt_menubar_ext_button { padding: 0; min-height: 0; border: none; border-radius: 4px; }
QMenuBar[low="true"] { padding: 0 8px; }
QMenuBar[low="true"]::item { padding: 5px 10px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @hover; }
QMenu { menu-scrollable: 1; background: @panel; color: @text; border: 1px solid @outline; border-radius: 8px;
        padding: 6px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 6px; }
QMenu::icon { padding-left: 8px; }
QMenu::item:selected { background: @hover; }
QMenu::item:disabled { color: @faint; }
QMenu::separator { height: 1px; background: @grid; margin: 6px 8px; }
QStatusBar { background: @panel; color: @muted; border-top: 1px solid @outline; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @muted; padding: 0 12px; }
QToolTip { background: @panel; color: @text; border: 1px solid @edge; padding: 6px 8px; }
QLineEdit { background: @field; color: @text; border: 1px solid @edge; border-radius: 6px; padding: 0 8px;
            min-height: 26px; selection-background-color: @accent; selection-color: @onAccent; }
QLineEdit:hover { border-color: @text; }
QLineEdit:focus { border: 2px solid @accent; padding: 0 7px; min-height: 24px; }
QLineEdit[state="error"] { border: 2px solid @error; padding: 0 7px; min-height: 24px; }
QLineEdit[state="warning"] { border: 2px solid @warning; padding: 0 7px; min-height: 24px; }
QLineEdit:disabled { color: @faint; border-color: @outline; background: @panel; }
QPushButton { background: @field; color: @text; border: 1px solid @edge; border-radius: 6px; padding: 0 12px;
              min-height: 26px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @pressed; }
QPushButton:checked { background: @chosen; border-color: @accent; }
QPushButton:focus { border: 2px solid @accent; padding: 0 11px; min-height: 24px; }
QPushButton:default { background: @accent; color: @onAccent; border-color: @accent; }
QPushButton[objectName="tabs.back"] { margin: 0 12px 6px 0; }
QPushButton:disabled { color: @faint; border-color: @outline; }
QAbstractSpinBox { background: @field; color: @text; border: 1px solid @edge; border-radius: 6px; padding: 0 8px;
           min-height: 26px; selection-background-color: @accent; selection-color: @onAccent; }
QAbstractSpinBox:focus { border: 2px solid @accent; padding: 0 7px; min-height: 24px; }
QAbstractSpinBox:disabled { color: @faint; border-color: @outline; background: @panel; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QAbstractSpinBox QLineEdit { border: none; background: transparent; padding: 0; }
QToolButton[popupMode="2"] { background: transparent; color: @text; border: 2px solid transparent; border-radius: 6px;
              padding: 0 22px 0 10px; min-height: 28px; }
QToolButton[popupMode="2"]:hover, QToolButton[popupMode="2"]:pressed { background: @hover; }
QToolButton[popupMode="2"]:focus { border-color: @accent; }
QToolButton[popupMode="2"]::menu-indicator { subcontrol-position: right center; right: 8px; }
QComboBox QAbstractItemView { background: @panel; color: @text; border: 1px solid @edge; border-radius: 8px;
                              padding: 4px; selection-background-color: @hover; selection-color: @text; outline: none; }
QComboBox QAbstractItemView::item { min-height: 28px; padding: 0 8px; border-radius: 6px; }
QComboBox QAbstractItemView::item:selected { background: @hover; color: @text; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: @handle; border-radius: 3px; border: 3px solid @panel; }
QScrollBar::handle:vertical { min-height: 40px; }
QScrollBar::handle:horizontal { min-width: 40px; }
QScrollBar::handle:hover { background: @edge; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page
    { background: transparent; border: none; height: 0; width: 0; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QTableCornerButton::section { background: transparent; border: none; }
QListView { background: @panel; color: @text; border: none; outline: none; }
QListView::item:selected { background: @chosen; color: @text; }
ui--HelpWindow QListView { padding: 8px; }
ui--HelpWindow QListView::item { padding: 0 8px; border-radius: 6px; }
QListView#completions { border: 1px solid @edge; }
QListView#completions::item { min-height: 24px; padding: 0 8px; border-radius: 6px; }
QListView#completions::item:selected { background: @hover; color: @text; }
QLabel#echo { background: @panel; color: @text; border: 1px solid @edge; border-radius: 6px; padding: 3px 8px; }
QLabel#complaint { background: @panel; color: @text; border: 1px solid @error; border-radius: 6px; padding: 6px 10px; }
QTableView { background: @panel; color: @text; border: none; alternate-background-color: @stripe;
             selection-background-color: @chosen; selection-color: @text; }
QHeaderView { background: @panel; }
QHeaderView::section { background: @panel; color: @muted; border: none; border-bottom: 1px solid @outline;
                       padding: 4px 3px; }
QHeaderView::section:hover { color: @text; }
QTextBrowser { background: @panel; color: @text; border: none; selection-background-color: @accent;
               selection-color: @onAccent; }
QTabBar { background: transparent; border: none; outline: 0; }
QTabBar::tab { background: transparent; color: @muted; border: 2px solid transparent;
               padding: 6px 10px 8px 10px; margin-right: 4px; }
QTabBar[low="true"]::tab { padding: 2px 10px 3px 10px; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:focus { color: @accent; border: 2px solid @accent; border-radius: 6px; }
QTabBar::scroller { width: 24px; }
QTabBar QToolButton { background: @window; border: none; border-radius: 6px; }
QTabBar QToolButton:hover { background: @hover; }
QTabWidget QTabWidget QTabBar::tab { padding: 6px 6px 8px 6px; }
QTabBar[objectName="collectives.stage"]::tab { padding: 6px 3px 8px 3px; }
QTabWidget::pane { border: none; }
QSplitter::handle:vertical { background: transparent; border-top: 1px solid @outline; margin: 0 12px; }
QSplitter::handle:vertical:hover { border-top: 2px solid @accent; }
QSplitter[objectName="lesson.beside"]::handle { margin: 0; border: none; }
QSplitter[objectName="lesson.beside"]::handle:hover { border-left: 2px solid @accent; }
)";

QString coloured(QString text, const Theme& theme)
{
    // Longer names first: @onAccent before @accent would not matter, @outline before a shorter prefix would.
    const std::pair<const char*, QColor> names[] = {
        {"@onAccent", theme.onAccent},
        {"@chosen", chosenRow(theme)},
        {"@stripe", mixed(theme.panel, theme.text, 0.03)},
        {"@pressed", mixed(theme.panel, theme.text, 0.14)},
        {"@outline", theme.outline},
        {"@handle", mixed(theme.panel, theme.edge, 0.5)},
        {"@warning", theme.warning},
        {"@window", theme.window},
        {"@accent", theme.accent},
        {"@panel", theme.panel},
        {"@field", theme.field},
        {"@muted", theme.muted},
        {"@faint", mixed(theme.panel, theme.muted, 0.55)},
        {"@hover", mixed(theme.panel, theme.text, 0.07)},
        {"@error", theme.error},
        {"@edge", theme.edge},
        {"@grid", theme.grid},
        {"@text", theme.text},
    };
    for (const auto& [name, colour] : names) {
        text.replace(QLatin1String(name), colour.name());
    }
    return text;
}

} // namespace

QString styleSheet(const Theme& theme) { return coloured(QString::fromLatin1(sheet), theme); }

void prepare(QApplication& application, const Theme& theme)
{
    loadFonts();
    if (application.style()->name() != QLatin1String("fusion")) {
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("fusion")));
    }
    QApplication::setFont(uiFont(13));
    QApplication::setPalette(theme.palette());
    QToolTip::setPalette(theme.palette());
    QToolTip::setFont(uiFont(12));
}

/// The old sheet goes first: where one is replaced by another, Qt 6.4 styles every widget once for each of its parents
/// (1.6 s for the 1,500 widgets of a window; so 0.2 s).
void applyTheme(QApplication& application, const Theme& theme)
{
    application.setStyleSheet({});
    prepare(application, theme);
    application.setStyleSheet(styleSheet(theme));
}

void restyle(QWidget& part, const char* property, const QVariant& value)
{
    part.setProperty(property, value);
    part.style()->unpolish(&part);
    part.style()->polish(&part);
}

} // namespace ui
