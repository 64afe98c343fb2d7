// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of single operations: their list and fields, their roofline, and the table of their numbers.
#pragma once

#include "ui/session/snapshot.h"

#include <QWidget>

class QAction;
class QBoxLayout;
class QLabel;
class QLayout;
class QMenu;
class QPushButton;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace ui
{

class Chart;
class OperationEditor;
class OperationList;
class OperationTable;
class Segmented;
class Session;

class OperationTab : public QWidget
{
    Q_OBJECT
public:
    /// Takes the cards of roofline and intensity.
    OperationTab(Session&, QWidget* roofline, QWidget* intensity, QWidget* parent = nullptr);

    void present(const Snapshot&);
    /// Chooses the first of them; those that are not there yet are added.
    void open(const std::vector<core::Operation>&);
    /// Measured points of a CSV file onto the roofline; a message says what is wrong with it.
    void readMeasured(const QString& path);

signals:
    /// Another picture is in sight.
    void pictureChanged();

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    QWidget* makeInputs();
    QLayout* makeButtons();
    QLayout* makeHead();
    QWidget* makeNumbers();
    void offerModel(QMenu&);
    void putIntoModel();
    void add(const std::vector<core::Operation>&);
    void duplicate();
    void removeChosen();
    void choose(std::size_t number);
    void presentChosen();
    std::vector<core::Operation> operations() const;
    QByteArray csv() const;
    void copyTable() const;
    void saveTable();
    void openMeasured();

    Session& m_session;
    OperationList* m_list;
    OperationEditor* m_editor;
    std::vector<Chart*> m_charts;
    QStackedWidget* m_pictures;
    Segmented* m_which;
    OperationTable* m_table;
    QLabel* m_why;
    QWidget* m_inputs = nullptr;
    QWidget* m_numbers = nullptr; // the table and why the chosen one is bound so
    QVBoxLayout* m_column;
    QBoxLayout* m_across; // inputs beside the picture, or below it where there is no room
    QVBoxLayout* m_right; // picture
    QToolButton* m_add = nullptr;
    QPushButton* m_duplicate = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_toModel = nullptr;
    QAction* m_clear = nullptr;
    QString m_note; // shown once in place of the reason
    Snapshot m_snapshot;
    std::size_t m_added = 0; // that is to be chosen when it comes; 0: none
};

} // namespace ui
