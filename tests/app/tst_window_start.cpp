// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the window opens without an argument, whatever lies in the folder, and where it keeps what is its own.
#include "support/suite.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <pwd.h>
#include <unistd.h>

class TstWindowStart : public QObject
{
    Q_OBJECT
private slots:
    void aFileCalledStartIsNotOpened();
    void foldersThatAreNotAbsoluteAreIgnored();
    void withoutHomeItIsThatOfTheUser();
    void aLessonIsOpened();
    void withoutADisplayOptionsAreReadFirst();

private:
    /// What the program says until it has said `last`, in a folder with an environment of its own.
    static QByteArray start(const QString& folder, const QProcessEnvironment& environment, const QByteArray& last);
    static QProcessEnvironment environmentIn(const QString& folder);
};

QProcessEnvironment TstWindowStart::environmentIn(const QString& folder)
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("QT_LOGGING_RULES"), QStringLiteral("rooflight.start.debug=true"));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder);
    environment.insert(QStringLiteral("XDG_STATE_HOME"), folder);
    return environment;
}

QByteArray TstWindowStart::start(const QString& folder, const QProcessEnvironment& environment, const QByteArray& last)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.setReadChannel(QProcess::StandardError);
    process.start(QStringLiteral(ROOFLIGHT_PROGRAM), QStringList());
    QByteArray said;
    while (!said.contains(last) && process.waitForReadyRead(20'000))
        said += process.readAllStandardError();
    process.kill();
    process.waitForFinished();
    return said;
}

void TstWindowStart::aFileCalledStartIsNotOpened()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("start")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("not a scenario");
    file.close();
    const QByteArray said = start(folder.path(), environmentIn(folder.path()), "every chart painted");
    QVERIFY2(said.contains("every chart painted"), said.constData());
}

void TstWindowStart::foldersThatAreNotAbsoluteAreIgnored()
{
    const QTemporaryDir folder;
    auto environment = environmentIn(folder.path());
    environment.insert(QStringLiteral("HOME"), folder.filePath(QStringLiteral("mine")));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), QStringLiteral("here"));
    environment.insert(QStringLiteral("XDG_STATE_HOME"), QStringLiteral("here"));
    const QByteArray said = start(folder.path(), environment, "settings below");
    QVERIFY2(said.contains("settings below \"" + folder.path().toUtf8() + "/mine/.config\""), said.constData());
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("here"))));
}

void TstWindowStart::withoutHomeItIsThatOfTheUser()
{
    const passwd* user = getpwuid(getuid());
    if (!user)
        QSKIP("the user has no entry");
    const QTemporaryDir folder;
    for (const bool empty : {true, false}) {
        auto environment = environmentIn(folder.path()); // unsaved changes would go there
        environment.remove(QStringLiteral("XDG_CONFIG_HOME"));
        environment.insert(QStringLiteral("HOME"), QString());
        if (!empty)
            environment.remove(QStringLiteral("HOME"));
        const QByteArray said = start(folder.path(), environment, "settings below");
        QVERIFY2(said.contains(QByteArray("settings below \"") + user->pw_dir + "/.config\""), said.constData());
    }
}

/// A file that is refused ends the program at once where nobody would see a window.
void TstWindowStart::aLessonIsOpened()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("mine.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"format": "rooflight-lesson", "version": 1, "id": "mine", "title": "Mine", "course": "own",
                   "topic": "Own", "source": "own", "minutes": 5, "pins": {}, "start": {},
                   "steps": [{"kind": "tell", "tab": "memory", "points": "time.step", "prompt": "Look."}]})");
    file.close();
    QProcess process;
    process.setProcessEnvironment(environmentIn(folder.path()));
    process.start(QStringLiteral(ROOFLIGHT_PROGRAM), {file.fileName()});
    QVERIFY(!process.waitForFinished(2000));
    QCOMPARE(process.state(), QProcess::Running);
    const QByteArray said = process.readAllStandardError();
    process.kill();
    process.waitForFinished();
    QVERIFY2(!said.contains("FILE_"), said.constData());
}

void TstWindowStart::withoutADisplayOptionsAreReadFirst()
{
    const QTemporaryDir folder;
    auto environment = environmentIn(folder.path());
    for (const char* name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        environment.remove(QString::fromLatin1(name));
    const auto said = [&environment](const QStringList& arguments) {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(ROOFLIGHT_PROGRAM), arguments);
        process.waitForFinished();
        return process.readAllStandardError();
    };
    QVERIFY(said({QStringLiteral("--fancy")}).contains("rooflight: There is no option --fancy;"));
    QVERIFY(said({}).contains("rooflight: There is no display for the window"));
}

ROOFLIGHT_TEST(TstWindowStart)

#include "tst_window_start.moc"
