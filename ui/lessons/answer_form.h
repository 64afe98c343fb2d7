// SPDX-License-Identifier: GPL-3.0-or-later
// Where the question of a step is answered: a field, options, items to be put in order, or a text.
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace ui
{

class OpenLesson;
class OptionButton;

class AnswerForm : public QWidget
{
    Q_OBJECT
public:
    explicit AnswerForm(OpenLesson&, QWidget* parent = nullptr);

    /// The order of products that the picture shows, as it is typed; empty where it shows none.
    using BuiltOrder = std::function<QString()>;
    void setBuiltOrder(BuiltOrder built) { m_built = std::move(built); }

    /// Builds what the step needs, or shows what became of the answer.
    void present();
    /// To where the answer is given.
    void focusEntry();

protected:
    /// Digits choose options, Enter the one with the focus.
    void keyPressEvent(QKeyEvent*) override;

private:
    void build();
    void addField();
    void addOptions();
    void addItems();
    void addUntil();
    void addOrder();
    void addText();
    QPushButton* addCheck(const QString& words, std::function<void()> act);
    void moveItem(int by);
    QString itemOrder() const;
    void presentOptions();

    OpenLesson& m_lesson;
    BuiltOrder m_built;
    QVBoxLayout* m_rows;
    int m_posing = 0; // that it was built for
    QLineEdit* m_field = nullptr;
    QListWidget* m_items = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QLabel* m_format = nullptr; // of an order
    std::vector<QPushButton*> m_buttons;
    std::vector<OptionButton*> m_options;
};

} // namespace ui
