// SPDX-License-Identifier: GPL-3.0-or-later
// Says once, on the logging category rooflight.start, when every visible chart has been painted.
#pragma once

#include <QElapsedTimer>
#include <QObject>

class QApplication;

namespace app
{

/// Silent and without cost unless the category is enabled: QT_LOGGING_RULES="rooflight.start.debug=true".
class StartLog : public QObject
{
    Q_OBJECT
public:
    explicit StartLog(QApplication&);

protected:
    bool eventFilter(QObject*, QEvent*) override;

private:
    void look();

    QElapsedTimer m_since;
    bool m_pending = false;
};

} // namespace app
