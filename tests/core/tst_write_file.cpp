// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that a file is replaced as a whole or stays as it was, and that the reason is told.
#include "core/io/write_file.h"
#include "support/small_files.h"
#include "support/suite.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;

class TstWriteFile : public QObject
{
    Q_OBJECT
private slots:
    void bytesAreWritten_data();
    void bytesAreWritten();
    void aFailedWriteLeavesTheOldFile_data();
    void aFailedWriteLeavesTheOldFile();
    void linksStay();
    void permissionsStay();
    void otherThanRegularFilesAreRefused_data();
    void otherThanRegularFilesAreRefused();
    void theReasonIsTold();
    void foldersOfOwnFilesAreMade();

private:
    std::string path(const QString& name) const { return m_folder.filePath(name).toStdString(); }
    QByteArray content(const QString& name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no file");
    }
    QStringList names() const
    {
        return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    QTemporaryDir m_folder;
};

/// On both sides of 16 kB, which writers often gather before they write.
void TstWriteFile::bytesAreWritten_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {0, 1, 5000, 16384, 100000})
        QTest::addRow("%d bytes", size) << size;
}

void TstWriteFile::bytesAreWritten()
{
    QFETCH(int, size);
    const std::string bytes(static_cast<std::size_t>(size), 'x');
    QVERIFY(core::writeFile(path(u"a.json"_s), "old"));
    QVERIFY(core::writeFile(path(u"a.json"_s), bytes));
    QCOMPARE(content(u"a.json"_s), QByteArray::fromStdString(bytes));
    QVERIFY(core::writeFile(path(u"new.json"_s), bytes));
    QCOMPARE(content(u"new.json"_s), QByteArray::fromStdString(bytes));
    QVERIFY(QFile::remove(m_folder.filePath(u"new.json"_s)));
    QCOMPARE(names(), QStringList(u"a.json"_s));
}

void TstWriteFile::aFailedWriteLeavesTheOldFile_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {5000, 100000})
        QTest::addRow("%d bytes", size) << size;
}

void TstWriteFile::aFailedWriteLeavesTheOldFile()
{
    QFETCH(int, size);
    QVERIFY(core::writeFile(path(u"a.json"_s), "old"));
    const auto written = [&] {
        const tests::SmallFiles small(1024);
        return core::writeFile(path(u"a.json"_s), std::string(static_cast<std::size_t>(size), 'x'));
    }();
    QVERIFY(!written);
    QCOMPARE(written.error(), std::string("File too large"));
    QCOMPARE(content(u"a.json"_s), QByteArray("old"));
    QCOMPARE(names(), QStringList(u"a.json"_s));
}

/// Also one that leads nowhere yet, and a link to a link.
void TstWriteFile::linksStay()
{
    const QTemporaryDir other;
    QVERIFY(QFile::link(other.filePath(u"real"_s), m_folder.filePath(u"link"_s)));
    QVERIFY(QFile::link(u"link"_s, m_folder.filePath(u"second"_s)));
    QVERIFY(core::writeFile(path(u"second"_s), "new"));
    QVERIFY(QFileInfo(m_folder.filePath(u"link"_s)).isSymLink());
    QVERIFY(QFileInfo(m_folder.filePath(u"second"_s)).isSymLink());
    QCOMPARE(content(u"second"_s), QByteArray("new"));
    QVERIFY(!QFileInfo(other.filePath(u"real"_s)).isSymLink());
    for (const auto& name : {u"link"_s, u"second"_s})
        QVERIFY(QFile::remove(m_folder.filePath(name)));
    QVERIFY(QFile::link(u"round"_s, m_folder.filePath(u"round"_s)));
    QVERIFY(!core::writeFile(path(u"round"_s), "new"));
    QVERIFY(QFileInfo(m_folder.filePath(u"round"_s)).isSymLink());
    QVERIFY(QFile::remove(m_folder.filePath(u"round"_s)));
}

void TstWriteFile::permissionsStay()
{
    QVERIFY(core::writeFile(path(u"a.json"_s), "old"));
    QCOMPARE(chmod(path(u"a.json"_s).c_str(), 0640), 0);
    QVERIFY(core::writeFile(path(u"a.json"_s), "new"));
    struct stat now {
    };
    QCOMPARE(stat(path(u"a.json"_s).c_str(), &now), 0);
    QCOMPARE(now.st_mode & 07777, mode_t{0640});
}

void TstWriteFile::otherThanRegularFilesAreRefused_data()
{
    QTest::addColumn<QString>("name");
    QCOMPARE(mkfifo(path(u"pipe"_s).c_str(), 0600), 0);
    QVERIFY(QDir(m_folder.path()).mkdir(u"folder"_s));
    QTest::newRow("a pipe") << m_folder.filePath(u"pipe"_s);
    QTest::newRow("a folder") << m_folder.filePath(u"folder"_s);
    QVERIFY(QFile::link(m_folder.filePath(u"pipe"_s), m_folder.filePath(u"link"_s)));
    QTest::newRow("a link to a pipe") << m_folder.filePath(u"link"_s);
}

void TstWriteFile::otherThanRegularFilesAreRefused()
{
    QFETCH(QString, name);
    const auto written = core::writeFile(name.toStdString(), "new");
    QVERIFY(!written);
    QCOMPARE(written.error(), std::string("it is no regular file"));
    QVERIFY(QFile::exists(name) && !QFileInfo(name).isFile());
}

void TstWriteFile::theReasonIsTold()
{
    QCOMPARE(core::writeFile("/nowhere/a.json", "new").error(), std::string("No such file or directory"));
    if (geteuid() == 0)
        QSKIP("the superuser may write everywhere");
    QVERIFY(core::writeFile(path(u"a.json"_s), "old"));
    QCOMPARE(chmod(path(u"a.json"_s).c_str(), 0400), 0);
    QCOMPARE(core::writeFile(path(u"a.json"_s), "new").error(), std::string("Permission denied"));
}

/// The reason is that of the folder, not of the file that could not be in it.
void TstWriteFile::foldersOfOwnFilesAreMade()
{
    QVERIFY(core::writeOwnFile(path(u"state/deep/a"_s), "new"));
    QCOMPARE(content(u"state/deep/a"_s), QByteArray("new"));
    const auto refused = core::writeOwnFile(path(u"state/deep/a/b/c"_s), "new");
    QVERIFY(!refused);
    QCOMPARE(refused.error(), std::string("Not a directory"));
    QVERIFY(!core::writeFile(path(u"elsewhere/a"_s), "new"));
}

ROOFLIGHT_TEST(TstWriteFile)
#include "tst_write_file.moc"
