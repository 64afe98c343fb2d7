// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that only regular files of a bearable size are read, and that the reason is told for all others.
#include "core/io/read_file.h"
#include "support/suite.h"

#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace Qt::Literals::StringLiterals;

class TstReadFile : public QObject
{
    Q_OBJECT
private slots:
    void bytesAreRead();
    void otherThanRegularFilesAreRefused_data();
    void otherThanRegularFilesAreRefused();
    void readingEndsAtTheLimit_data();
    void readingEndsAtTheLimit();
    void readingCanBeStopped();
    void tablesMayBeLarger();

private:
    std::string written(const QString& name, const QByteArray& content, qint64 size = -1) const;

    QTemporaryDir m_folder;
};

/// A file that claims to have so many bytes, which are zeros behind its content and take no room.
std::string TstReadFile::written(const QString& name, const QByteArray& content, qint64 size) const
{
    QFile file(m_folder.filePath(name));
    const bool good = file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.flush() &&
                      (size < 0 || file.resize(size));
    return good ? file.fileName().toStdString() : std::string();
}

void TstReadFile::bytesAreRead()
{
    const QByteArray bytes("a\0b\xff\n", 5);
    const auto read = core::readFile(written(u"some"_s, bytes));
    QVERIFY(read);
    QCOMPARE(QByteArray::fromStdString(*read), bytes);
    QCOMPARE(core::readFile(written(u"none"_s, {})).value(), std::string());
}

void TstReadFile::otherThanRegularFilesAreRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("reason");
    const QString pipe = m_folder.filePath(u"pipe"_s);
    QCOMPARE(mkfifo(pipe.toUtf8().constData(), 0600), 0);
    QVERIFY(QFile::link(u"nowhere"_s, m_folder.filePath(u"broken"_s)));
    QVERIFY(QFile::link(u"pipe"_s, m_folder.filePath(u"to pipe"_s)));
    QVERIFY(QFile::link(u"circle"_s, m_folder.filePath(u"circle"_s)));
    QTest::newRow("a device without end") << u"/dev/zero"_s << u"it is a device, not a regular file"_s;
    QTest::newRow("a pipe that nobody writes to") << pipe << u"it is a pipe, not a regular file"_s;
    QTest::newRow("a link to it") << m_folder.filePath(u"to pipe"_s) << u"it is a pipe, not a regular file"_s;
    QTest::newRow("a folder") << m_folder.path() << u"it is a folder, not a regular file"_s;
    QTest::newRow("a link to nothing") << m_folder.filePath(u"broken"_s)
                                       << u"it is a link to nowhere, which is not there"_s;
    QTest::newRow("a link to itself") << m_folder.filePath(u"circle"_s) << u"Too many levels of symbolic links"_s;
    QTest::newRow("nothing") << m_folder.filePath(u"nothing"_s) << u"No such file or directory"_s;
}

void TstReadFile::otherThanRegularFilesAreRefused()
{
    QFETCH(QString, name);
    QFETCH(QString, reason);
    const auto read = core::readFile(name.toStdString());
    QVERIFY(!read);
    QCOMPARE(read.error().code, std::string("FILE_READ"));
    QCOMPARE(QString::fromStdString(read.error().text), u"%1 cannot be read: %2."_s.arg(name, reason));
}

void TstReadFile::readingEndsAtTheLimit_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<qint64>("limit");
    QTest::addColumn<QString>("words");
    QTest::newRow("a text") << QByteArray("{") << qint64{64} * 1024 << u"64 KiB"_s;
    QTest::newRow("a PNG") << QByteArray("\x89PNG\r\n\x1a\n") << (qint64{256} << 20) << u"256 MiB"_s;
    QTest::newRow("a GIF") << QByteArray("GIF89a") << (qint64{256} << 20) << u"256 MiB"_s;
    QTest::newRow("an SVG") << QByteArray("<?xml version=\"1.0\"?>\n<svg>") << (qint64{256} << 20) << u"256 MiB"_s;
}

void TstReadFile::readingEndsAtTheLimit()
{
    QFETCH(QByteArray, content);
    QFETCH(qint64, limit);
    QFETCH(QString, words);
    if (words == u"64 KiB"_s) {
        const auto whole = core::readFile(written(u"whole"_s, content, limit));
        QVERIFY(whole);
        QCOMPARE(static_cast<qint64>(whole->size()), limit);
    }
    for (const qint64 size : {limit + 1, qint64{1} << 40}) {
        std::uint64_t most = 0;
        const auto refused = core::readFile(written(u"large"_s, content, size), [&](std::uint64_t read, std::uint64_t) {
            most = read;
            return true;
        });
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("FILE_SIZE"));
        QVERIFY2(refused.error().text.find(words.toStdString()) != std::string::npos, refused.error().text.c_str());
        QVERIFY(most <= 65536); // what tells its kind
    }
}

void TstReadFile::readingCanBeStopped()
{
    std::uint64_t whole = 0;
    const auto stopped =
        core::readFile(written(u"large.gif"_s, "GIF89a", 1 << 20), [&](std::uint64_t, std::uint64_t size) {
            whole = size;
            return false;
        });
    QVERIFY(!stopped);
    QVERIFY(stopped.error().text.ends_with("it was stopped."));
    QCOMPARE(whole, std::uint64_t{1} << 20);
}

/// A page of a profiler has some hundred bytes a row.
void TstReadFile::tablesMayBeLarger()
{
    const QByteArray rows("1,2\n");
    QCOMPARE(core::readTable(written(u"a.csv"_s, rows, 1'000'000)).value().size(), std::size_t{1'000'000});
    const auto large = core::readTable(written(u"b.csv"_s, rows, 1'000'001));
    QCOMPARE(large.error().code, std::string("FILE_SIZE"));
    QVERIFY(large.error().text.ends_with("b.csv is larger than 1 MB, the most that is read of a table; keep the rows "
                                         "that matter."));
}

ROOFLIGHT_TEST(TstReadFile)
#include "tst_read_file.moc"
