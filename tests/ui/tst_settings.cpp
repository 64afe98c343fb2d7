// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that settings come back, that what is wrong is told of and left, and that nothing in their place can hang.
#include "support/small_files.h"
#include "support/suite.h"
#include "ui/shell/settings.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace Qt::Literals::StringLiterals;

class TstSettings : public QObject
{
    Q_OBJECT
private slots:
    void comeBack();
    void theOldOnesAreTakenOverOnce();
    void wrongValuesAreToldOfAndLeft_data();
    void wrongValuesAreToldOfAndLeft();
    void twoWindowsKeepBoth();
    void whatIsNoFileHangsNothing();
    void aFailedWriteIsTold();

private:
    QString path() const { return m_folder->filePath(u"rooflight/settings.json"_s); }
    QByteArray content() const;
    void write(const QByteArray& content) const;

    std::unique_ptr<QTemporaryDir> m_folder = std::make_unique<QTemporaryDir>();
};

QByteArray TstSettings::content() const
{
    QFile file(path());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TstSettings::write(const QByteArray& text) const
{
    QDir(m_folder->path()).mkpath(u"rooflight"_s);
    QFile file(path());
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

void TstSettings::comeBack()
{
    const QByteArray place("\0\xff geometry", 11);
    {
        ui::Settings settings(path());
        QVERIFY(!settings.dark() && !settings.textSize() && settings.geometry().isEmpty());
        settings.setDark(true);
        settings.setTextSize(150);
        settings.setGeometry(place);
        QCOMPARE(settings.takeProblems(), QStringList());
    }
    const ui::Settings settings(path());
    QCOMPARE(settings.dark(), true);
    QCOMPARE(settings.textSize(), 150);
    QCOMPARE(settings.geometry(), place);
}

void TstSettings::theOldOnesAreTakenOverOnce()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const QString old = m_folder->filePath(u"rooflight.conf"_s);
    const QByteArray place("\0\xff geometry", 11);
    {
        QSettings kept(old, QSettings::IniFormat);
        kept.setValue(u"theme/dark"_s, true);
        kept.setValue(u"text/size"_s, 150);
        kept.setValue(u"window/geometry"_s, place);
    }
    const ui::Settings first(path(), old);
    QCOMPARE(first.dark(), true);
    QCOMPARE(first.textSize(), 150);
    QCOMPARE(first.geometry(), place);
    ui::Settings(path(), old).setDark(false);
    QCOMPARE(ui::Settings(path(), old).dark(), false);
    QVERIFY(QFile::exists(old));
}

void TstSettings::wrongValuesAreToldOfAndLeft_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("a size that is none") << QByteArray(R"({"text.size": 7})") << u"\"text.size\" must be one of 100"_s;
    QTest::newRow("a size of another kind") << QByteArray(R"({"text.size": "big"})") << u"found \"big\""_s;
    QTest::newRow("a theme of another kind") << QByteArray(R"({"theme.dark": 1})") << u"true or false"_s;
    QTest::newRow("a place of another kind") << QByteArray(R"({"window.geometry": "%%%"})") << u"\"window.geometry\""_s;
    QTest::newRow("no JSON") << QByteArray("theme = dark") << u"line 1"_s;
    QTest::newRow("too much of it") << QByteArray(100'000, ' ') << u"64 KiB"_s;
}

void TstSettings::wrongValuesAreToldOfAndLeft()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, words);
    write(text);
    ui::Settings settings(path());
    QVERIFY(!settings.dark() && !settings.textSize() && settings.geometry().isEmpty());
    const QStringList problems = settings.takeProblems();
    QCOMPARE(problems.size(), 1);
    QVERIFY2(problems.first().contains(words) && problems.first().contains(path()), qPrintable(problems.first()));
    settings.setGeometry("place"); // as at every end
    const bool isJson = text.startsWith('{');
    for (const QString& key : QJsonDocument::fromJson(text).object().keys())
        QCOMPARE(QJsonDocument::fromJson(content())[key], QJsonDocument::fromJson(text)[key]);
    QVERIFY(isJson || content() == text);
}

void TstSettings::twoWindowsKeepBoth()
{
    write("{\"of.somebody\": [1, 2]}");
    ui::Settings one(path());
    ui::Settings other(path());
    one.setDark(true);
    other.setTextSize(125);
    const ui::Settings third(path());
    QCOMPARE(third.dark(), true);
    QCOMPARE(third.textSize(), 125);
    QVERIFY(QJsonDocument::fromJson(content())[u"of.somebody"_s].isArray());
}

void TstSettings::whatIsNoFileHangsNothing()
{
    QDir(m_folder->path()).mkpath(u"rooflight"_s);
    QFile::remove(path());
    QCOMPARE(mkfifo(path().toUtf8().constData(), 0600), 0);
    const QString old = m_folder->filePath(u"old.conf"_s);
    QCOMPARE(mkfifo(old.toUtf8().constData(), 0600), 0);
    ui::Settings settings(path(), old);
    settings.setDark(true);
    const ui::Settings imported(m_folder->filePath(u"none.json"_s), old);
    QCOMPARE(settings.takeProblems().size(), 1);
    QFile lock(m_folder->filePath(u"rooflight/settings.json.lock"_s)); // nobody looks at it
    QVERIFY(lock.open(QIODevice::WriteOnly));
    QFile::remove(path());
    ui::Settings(path()).setDark(true);
    QVERIFY(content().contains("true"));
}

void TstSettings::aFailedWriteIsTold()
{
    write("{\"theme.dark\": true}");
    ui::Settings settings(path());
    {
        const tests::SmallFiles small(8);
        settings.setDark(false);
    }
    const QStringList problems = settings.takeProblems();
    QCOMPARE(problems.size(), 1);
    QVERIFY2(problems.first().contains(u"File too large"_s), qPrintable(problems.first()));
    QCOMPARE(content(), QByteArray("{\"theme.dark\": true}"));
}

ROOFLIGHT_TEST(TstSettings)
#include "tst_settings.moc"
