// SPDX-License-Identifier: GPL-3.0-or-later
// Notation is read and written back; what is wrong is said at its column, with expressions that are right.
#include "core/scenario/scenario.h"
#include "core/sharding/named_mesh.h"
#include "core/sharding/notation.h"
#include "core/sharding/report.h"
#include "support/suite.h"

#include <QTest>

class TstNotation : public QObject
{
    Q_OBJECT

private slots:
    void textIsReadAndWrittenBack_data();
    void textIsReadAndWrittenBack();
    void wrongTextIsRefusedAtItsColumn_data();
    void wrongTextIsRefusedAtItsColumn();
    void repairsAreRight();
    void slipsAreRepaired_data();
    void slipsAreRepaired();
    void theFirstRepairKeepsTheLettersOfTheResult();
    void meshIsReadByLetters();
    void aWrongMeshIsRepaired_data();
    void aWrongMeshIsRepaired();
    void aMeshIsReadOrWrong();
};

namespace
{

const core::Sizes sizes{{"I", 12}, {"J", 8}, {"K", 8}};

/// The first error of either kind.
std::optional<core::NotationError> errorOf(std::string_view text)
{
    const auto read = core::readExpression(text);
    if (!read)
        return read.error();
    return core::checkExpression(text, *core::readNamedMesh("X=4, Y=4, Z=5"), sizes);
}

} // namespace

void TstNotation::textIsReadAndWrittenBack_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written");
    const auto row = [](const char* text, const char* written) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(written);
    };
    row("A[I_X,J]*B[J,K_Y]->C[I_X,K_Y]", "A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]");
    row("  A [ I_XY , J ]  ", "A[I_XY, J]");
    row("A[I, J]{U_X} -> A[I_X, J]", "A[I, J]{U_X} -> A[I_X, J]");
    row("A[I, J, K, L, M, N, O, P] * B[Q, R, S, T] -> C[I]", "A[I, J, K, L, M, N, O, P] * B[Q, R, S, T] -> C[I]");
    row("Q[I] * K2[I] * V[I] -> Out[]", "Q[I] * K2[I] * V[I] -> Out[]");
}

void TstNotation::textIsReadAndWrittenBack()
{
    QFETCH(QString, text);
    QFETCH(QString, written);
    const auto read = core::readExpression(text.toStdString());
    QVERIFY2(read, read ? "" : read.error().sentence.c_str());
    QCOMPARE(QString::fromStdString(read->text()), written);
}

void TstNotation::wrongTextIsRefusedAtItsColumn_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("column");
    const auto row = [](const char* text, const char* code, int column) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(code) << column;
    };
    row("", "SYNTAX", 1);
    row("a[I]", "SYNTAX", 1);
    row("A I", "SYNTAX", 3);
    row("A[I", "SYNTAX", 4);
    row("A[I_]", "SYNTAX", 5);
    row("A[I_X J]", "SYNTAX", 7);
    row("A[I]{X}", "SYNTAX", 6);
    row("A[I] B[I]", "SYNTAX", 6);
    row("A[I, I]", "SYNTAX", 6);
    row("A[I] * A[I]", "SYNTAX", 8);
    row("A[I] * B[I] -> A[I]", "SYNTAX", 16);
    row("A[I] * B[I] -> C[K]", "SYNTAX", 18);
    row("A[I, J] -> A[I]", "SYNTAX", 12);
    row("A[I, J, K, L, M, N, O, P, Q]", "SYNTAX", 27); // nine dimensions
    row("A[I, J, K, L, M, N, O, P] * B[Q, R, S, T, U]", "SYNTAX", 43);
    row("A[I] * B[I] * C[I] * D[I] * E[I]", "SYNTAX", 29);
    row("A[I_X, J_X]", "SHARD_TWICE", 10); // at the letter
    row("A[I_XX]", "SHARD_TWICE", 6);
    row("A[I_X]{U_X}", "SHARD_TWICE", 10);
    row("A[I_Y]{U_XY}", "SHARD_TWICE", 11);
    row("A[I, J_W]", "AXIS", 8);
    row("A[I, J_XW]", "AXIS", 9);
    row("A[I]{U_W}", "AXIS", 8);
    row("A[J, I_Z]", "DIVIDE", 6); // 12 / 5
    row("A[I_XY]", "DIVIDE", 3);   // 12 / 16
}

void TstNotation::wrongTextIsRefusedAtItsColumn()
{
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(int, column);
    const auto error = errorOf(text.toStdString());
    QVERIFY(error);
    QCOMPARE(QString::fromStdString(error->code), code);
    QCOMPARE(error->column, column);
    QVERIFY(!error->sentence.empty());
}

/// Each proposal is a whole expression that is read without an error.
void TstNotation::repairsAreRight()
{
    int repairs = 0;
    for (const char* text : {"A[I_X, J_X]", "A[I_XX, J]", "A[I_XY]", "A[J, I_Z]", "A[J_X, K_X] * B[K_Y] -> C[J_X]"}) {
        const auto error = errorOf(text);
        QVERIFY2(error, text);
        for (const auto& repair : error->repairs) {
            ++repairs;
            QVERIFY2(!errorOf(repair), repair.c_str());
        }
    }
    QVERIFY(repairs >= 8);
}

void TstNotation::slipsAreRepaired_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("meant");
    const auto row = [](const char* text, const char* meant) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromLatin1(meant);
    };
    row("A[I_X, J * B[J, K]", "A[I_X, J] * B[J, K]");
    row("A[I_X J] * B[J, K]", "A[I_X, J] * B[J, K]");
    row("A[I_X, J] B[J, K]", "A[I_X, J] * B[J, K]");
    row("A(I_X, J) · B(J, K) → C(I_X, K)", "A[I_X, J] * B[J, K] -> C[I_X, K]");
    row("A[I_{XY}, J] * B[J, K] = C[I_{XY}, K]", "A[I_XY, J] * B[J, K] -> C[I_XY, K]");
    row("a[I_X, J] * B[J, K]", "A[I_X, J] * B[J, K]");
    row("A[I_X, j] * B[J, K]", "A[I_X, J] * B[J, K]");
    row("A[I_X, J] * A[J, K]", "A[I_X, J] * B[J, K]");
    row("A[I_X, J] * B[J, K] -> C[I_X, L]", "A[I_X, J] * B[J, K] -> C[I_X, K]");
    row("A[I_X, J] * B[J, K] -> C[I_X, K] *", "A[I_X, J] * B[J, K] -> C[I_X, K]");
    row("A[I_x, J] * B[J, K]", "A[I_X, J] * B[J, K]");
    row("A[I_X, J_Y * B[J, K -> C[I", "A[I_X, J_Y] * B[J, K] -> C[I]");
    row("A I_X, J] * B[J, K -> C[I_X, K", "A[I_X, J] * B[J, K] -> C[I_X, K]");
    row("A[I, J{U_X} * B[J, K", "A[I, J]{U_X} * B[J, K]");
    row("A[I_Q, J] * B[J, K]", "A[I, J] * B[J, K]");
    row("A[I_X, J]{U_q} * B[J, K]", "A[I_X, J] * B[J, K]");
    row("A[I_X, J]{U_X} * B[J, K]", "A[I, J]{U_X} * B[J, K]");
}

/// Among at most three, each of which can be planned.
void TstNotation::slipsAreRepaired()
{
    QFETCH(QString, text);
    QFETCH(QString, meant);
    core::Sharding shard;
    shard.mesh = "X=4, Y=4";
    shard.expression = text.toStdString();
    const auto error = core::shardingError(shard);
    QVERIFY(error);
    const auto& repairs = error->repairs;
    QVERIFY2(std::ranges::find(repairs, meant.toStdString()) != repairs.end(), core::errorText(*error).c_str());
    QVERIFY(repairs.size() <= core::maxRepairs);
    for (const auto& repair : repairs) {
        shard.expression = repair;
        QVERIFY2(!core::shardingError(shard), repair.c_str());
    }
}

/// J of both operands is summed; a result that has it in place of K would sum K alone.
void TstNotation::theFirstRepairKeepsTheLettersOfTheResult()
{
    core::Sharding shard;
    shard.mesh = "X=4, Y=4";
    shard.expression = "A[I_X, J] * B[J, K] -> C[I_X, L]";
    const auto error = core::shardingError(shard);
    QVERIFY(error);
    QCOMPARE(error->repairs.front(), std::string("A[I_X, J] * B[J, K] -> C[I_X, K]"));
}

void TstNotation::meshIsReadByLetters()
{
    const auto mesh = core::readNamedMesh(" Y=2,X=8 ");
    QVERIFY(mesh);
    QCOMPARE(mesh->devices(), std::int64_t(16));
    QCOMPARE(mesh->axes.front().name, 'Y');
    QCOMPARE(mesh->size("XY"), std::int64_t(16));
    QCOMPARE(mesh->size('Z'), 1);
    QVERIFY(!core::readNamedMesh("X=2, X=4"));
    QVERIFY(!core::readNamedMesh("X=0"));
    QCOMPARE(core::readNamedMesh("X = 4 , Y= 2").value_or(core::NamedMesh()).text(), std::string("X=4, Y=2"));
}

void TstNotation::aWrongMeshIsRepaired_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<int>("column");
    QTest::addColumn<std::string>("meant");
    const auto row = [](const char* text, int column, const char* meant) {
        QTest::newRow(text) << std::string(text) << column << std::string(meant);
    };
    row("X=4, Y", 7, "X=4, Y=4");
    row("X=4, Y=", 8, "X=4, Y=4");
    row("X=4,", 5, "X=4");
    row("X=4 Y=2", 5, "X=4, Y=2");
    row("X=4; Y=2", 4, "X=4, Y=2");
    row("X4", 2, "X=4");
    row("XY=4", 2, "X=4, Y=4");
    row("X=4, X=2", 6, "X=4, Y=2");
    row("X=0", 3, "X=1");
    row("X=20000", 3, "X=16384");
    row("X=4.5", 4, "X=4");
    row("X=4, Y=q", 8, "X=4, Y=4");
    row("4x2", 1, "X=4, Y=2");
    row("=4", 1, "X=4");
    row("", 1, "");
    row(",", 1, "");
}

void TstNotation::aWrongMeshIsRepaired()
{
    QFETCH(std::string, text);
    QFETCH(int, column);
    QFETCH(std::string, meant);
    const auto error = core::namedMeshError(text);
    QVERIFY(error && !core::readNamedMesh(text));
    QCOMPARE(error->column, column);
    QCOMPARE(error->repairs, meant.empty() ? std::vector<std::string>() : std::vector{meant});
}

/// What is read has no error, and the other way, whatever one slip makes of a mesh.
void TstNotation::aMeshIsReadOrWrong()
{
    const std::string right = "X=4, Y=16";
    for (std::size_t at = 0; at <= right.size(); ++at)
        for (const std::string_view put : {"", ",", "=", "X", "Z", "0", " ", ";", "é"})
            for (const std::size_t taken : {0U, 1U}) {
                auto text = right;
                text.replace(at, taken, put);
                const auto error = core::namedMeshError(text);
                QVERIFY2(error.has_value() != core::readNamedMesh(text).has_value(), text.c_str());
                for (const auto& repair : error ? error->repairs : std::vector<std::string>())
                    QVERIFY2(core::readNamedMesh(repair), repair.c_str());
            }
}

ROOFLIGHT_TEST(TstNotation)
#include "tst_notation.moc"
