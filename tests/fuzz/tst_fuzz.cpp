// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds the corpora of the fuzzers, and every shipped preset, to the same functions, without a fuzzer.
#include "core/io/preset_catalogue.h"
#include "fuzz/targets.h"
#include "support/source_file.h"
#include "support/suite.h"

#include <QDir>
#include <QFile>

class TstFuzz : public QObject
{
    Q_OBJECT
private slots:
    void theCorpusKeepsTheLaws_data();
    void theCorpusKeepsTheLaws();
    void presetsAreAccepted();
};

namespace
{

using namespace Qt::Literals::StringLiterals;

const tests::FuzzTarget& targetNamed(std::string_view name)
{
    return *std::ranges::find(tests::fuzzTargets(), name, &tests::FuzzTarget::name);
}

} // namespace

void TstFuzz::theCorpusKeepsTheLaws_data()
{
    QTest::addColumn<QString>("target");
    for (const auto& target : tests::fuzzTargets())
        QTest::newRow(std::string(target.name).c_str()) << QString::fromUtf8(target.name.data());
}

void TstFuzz::theCorpusKeepsTheLaws()
{
    QFETCH(QString, target);
    const QDir folder(tests::sourceFile(u"tests/fuzz/corpus/"_s + target));
    const auto names = folder.entryList(QDir::Files);
    QVERIFY2(names.size() >= 5, qPrintable(folder.path()));
    for (const QString& name : names) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto bytes = file.readAll();
        try {
            targetNamed(target.toStdString()).run({bytes.data(), static_cast<std::size_t>(bytes.size())});
        } catch (const tests::Broken& broken) {
            QFAIL(qPrintable(name + u": "_s + QString::fromUtf8(broken.what())));
        }
    }
}

/// Each is read by its own reader; the others refuse it in words.
void TstFuzz::presetsAreAccepted()
{
    for (const auto& file : core::embeddedPresets())
        for (const auto& target : tests::fuzzTargets())
            target.run(file.text);
}

ROOFLIGHT_TEST(TstFuzz)
#include "tst_fuzz.moc"
