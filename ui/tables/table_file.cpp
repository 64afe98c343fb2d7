// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the tables of a collective.
#include "ui/tables/table_file.h"

#include "core/io/replaceable.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QSaveFile>

namespace ui
{

QString csvCell(QString text)
{
    if (text.contains(u',') || text.contains(u'"')) {
        text = u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"';
    }
    return text;
}

bool writeTable(QIODevice& file, const CollectiveCaption& caption, const WriteRows& write)
{
    return file.write(csvLines(caption)) >= 0 && write(file);
}

void saveTable(QWidget* parent, const QString& title, const QString& fileName, const CollectiveCaption& caption,
               const WriteRows& write)
{
    const QString path = QFileDialog::getSaveFileName(parent, title, fileName, QObject::tr("Tables (*.csv)"));
    if (path.isEmpty()) {
        return;
    }
    const bool replaceable = core::isReplaceable(path.toStdString());
    QSaveFile file(path);
    if (!replaceable || !file.open(QIODevice::WriteOnly) || !writeTable(file, caption, write) || !file.commit()) {
        QMessageBox::warning(parent, QObject::tr("The table was not saved"),
                             QObject::tr("%1 could not be written: %2. Choose another folder.")
                                 .arg(path, replaceable ? file.errorString() : QObject::tr("it is no regular file")));
    }
}

} // namespace ui
