// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the tables of a collective.
#include "ui/tables/table_file.h"

#include "core/io/write_file.h"
#include "ui/playback/collective_caption.h"

#include <QBuffer>
#include <QFile>
#include <QFileDialog>
#include <QMessageBox>

namespace ui
{

QString csvCell(QString text)
{
    if (text.contains(u',') || text.contains(u'"'))
        text = u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"';
    return text;
}

void saveTable(QWidget* parent, const QString& title, const QString& fileName, const CollectiveCaption& caption,
               const WriteRows& write)
{
    const QString path = QFileDialog::getSaveFileName(parent, title, fileName, QObject::tr("Tables (*.csv)"));
    if (path.isEmpty())
        return;
    QBuffer table;
    table.open(QIODevice::WriteOnly);
    table.write(csvLines(caption));
    write(table); // into memory: does not fail
    const auto written = core::writeFile(QFile::encodeName(path).toStdString(), table.data().toStdString());
    if (!written)
        QMessageBox::warning(parent, QObject::tr("The table was not saved"),
                             QObject::tr("%1 could not be written: %2. Choose another folder.")
                                 .arg(path, QString::fromStdString(written.error())));
}

} // namespace ui
