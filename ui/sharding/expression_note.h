// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with an expression, or what it means, with whole expressions to take instead.
#pragma once

#include <QWidget>

class QLabel;

namespace ui
{

class ExpressionNote : public QWidget
{
    Q_OBJECT
public:
    explicit ExpressionNote(QWidget* parent = nullptr);

    /// `wrong`: what it says is an error.
    void present(const QString& sentence, const QStringList& repairs, bool wrong);

signals:
    /// One of the repairs.
    void chosen(const QString&);

private:
    void offer(const QStringList& repairs);

    QLabel* m_sentence;
    QWidget* m_repairs;
    QStringList m_offered;
    bool m_wrong = false;
};

} // namespace ui
