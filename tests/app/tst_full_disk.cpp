// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that is full: the program says so, ends with status 4, and what was there before still is.
#include "app/run_program.h"
#include "support/suite.h"

#include <QTemporaryDir>

using namespace Qt::Literals::StringLiterals;

class TstFullDisk : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void theOldFileStays_data();
    void theOldFileStays();
    void anEmptyFolderStaysEmpty();

private:
    tests::Run onFullDisk(const QString& name, const QString& makeOld, const QStringList& arguments) const;

    QStringList m_unshare; // the command that may mount
    QTemporaryDir m_folder;
};

/// The superuser needs mounts of its own only, others also a user of their own, where the system allows that.
void TstFullDisk::initTestCase()
{
    for (const QStringList& command : {QStringList{u"-m"_s}, QStringList{u"-r"_s, u"-m"_s}}) {
        if (QProcess::execute(u"unshare"_s, command + QStringList{u"mount"_s, u"-t"_s, u"tmpfs"_s, u"none"_s,
                                                                  m_folder.path()}) == 0) {
            m_unshare = command;
            return;
        }
    }
    QSKIP("neither root nor user namespaces: no small disk can be mounted here");
}

/// Runs the program on a disk of 256 kB without a free byte; its output ends with the old file or folder as it is then.
tests::Run TstFullDisk::onFullDisk(const QString& name, const QString& makeOld, const QStringList& arguments) const
{
    const QString script = u"mount -t tmpfs -o size=256k none \"$PWD\" && cd \"$PWD\" || exit 99\n"
                           "%1\n"
                           "dd if=/dev/zero of=fill bs=1k 2>/dev/null\n"
                           "\"$@\"; status=$?\n"
                           "cat '%2' 2>/dev/null; ls -A\n"
                           "exit $status\n"_s.arg(makeOld, name);
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(u"unshare"_s, m_unshare +
                                    QStringList{u"sh"_s, u"-c"_s, script, u"sh"_s, QStringLiteral(ROOFLIGHT_PROGRAM)} +
                                    arguments);
    const int patience = 60'000; // ms
    if (!process.waitForFinished(patience) || process.exitStatus() != QProcess::NormalExit)
        return {-1, process.readAllStandardOutput(), process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// On both sides of 16 kB: what is smaller may be noticed only when it is flushed.
void TstFullDisk::theOldFileStays_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("arguments");
    const QStringList render{u"render"_s, u"start"_s, u"--view"_s, u"memory"_s};
    const QStringList animate{u"animate"_s, u"start"_s, u"--view"_s, u"torus"_s, u"--size"_s, u"200x150"_s};
    QTest::newRow("a table of 1 kB") << u"a.csv"_s << render;
    QTest::newRow("a small PNG") << u"a.png"_s << render + QStringList{u"--size"_s, u"200x150"_s};
    QTest::newRow("a large PNG") << u"a.png"_s << render;
    QTest::newRow("an SVG") << u"a.svg"_s << render;
    QTest::newRow("a PDF") << u"a.pdf"_s << render;
    QTest::newRow("a GIF") << u"a.gif"_s << animate;
}

void TstFullDisk::theOldFileStays()
{
    QFETCH(QString, name);
    QFETCH(QStringList, arguments);
    const auto run = onFullDisk(name, u"printf old > '%1'"_s.arg(name), arguments + QStringList{u"-o"_s, name});
    QVERIFY2(run.messages.contains("No space left on device"), run.messages.constData());
    QVERIFY2(run.messages.contains(name.toUtf8()), run.messages.constData());
    QCOMPARE(run.out, "old" + name.toUtf8() + "\nfill\n"); // and nothing beside it
    QCOMPARE(run.exit, 4);
}

void TstFullDisk::anEmptyFolderStaysEmpty()
{
    const auto run = onFullDisk(u"frames"_s, u"mkdir frames"_s,
                                {u"animate"_s, u"start"_s, u"--view"_s, u"torus"_s, u"-o"_s, u"frames"_s});
    QVERIFY2(run.messages.contains("No space left on device"), run.messages.constData());
    QCOMPARE(run.out, QByteArray("fill\nframes\n"));
    QCOMPARE(run.exit, 4);
}

ROOFLIGHT_TEST(TstFullDisk)
#include "tst_full_disk.moc"
