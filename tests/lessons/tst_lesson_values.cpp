// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine expects in each lesson, against numbers worked out by hand or printed by the source. Where published
// solutions differ the corrected value stands here, see sections j and m of the cost model.
#include "core/evaluate/evaluate.h"
#include "core/io/lesson_catalogue.h"
#include "core/io/preset_catalogue.h"
#include "core/lesson/check_answer.h"
#include "core/lesson/stage.h"
#include "support/near.h"
#include "support/shipped_lesson.h"
#include "support/suite.h"

#include <QSet>

#include <limits>

using namespace core;

class TstLessonValues : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreAsPublished_data();
    void numbersAreAsPublished();
    void otherAnswersAreAsPublished_data();
    void otherAnswersAreAsPublished();
    void theThirdPlanIsNamed();
    void theDesignIsThatOfTheLesson();
    void everyLessonHasARow();
};

namespace
{

constexpr double GiB = 1073741824;
constexpr double never = std::numeric_limits<double>::infinity();

/// A step, and the number that it expects, in SI.
struct Number {
    const char* lesson;
    int step;
    double value;
    double tolerance; // relative; 0: exact
};

constexpr Number numbers[] = {
    {"A1", 3, 1003e-6, 0.002}, // 503 of gather and 500 of math
    {"A1", 4, 628e-6, 0.002},
    {"A1b", 2, 11000, 0}, // 4·2.75e14/1e11
    {"A1b", 4, 1999e-6, 0.002},
    {"A3", 2, 2750, 0},
    {"A4", 1, 2750, 0},
    {"A4", 2, 44000, 1e-12},        // 16·2750
    {"B1", 3, 3517.578215424e9, 0}, // 16·219,848,638,464; 3276 GiB exactly
    {"B2", 2, 17547264, 0},
    {"B3", 2, 44, 0},
    {"B5", 2, 38, 0},
    {"B5", 3, 39, 0},
    {"B5", 4, 46, 0},
    {"B5", 5, 156, 0},
    {"B5", 7, 10827, 0},
    {"B6", 2, 20444.4, 1e-5},
    {"B6", 3, 25302, 1e-4},
    {"B7", 2, 3.4897e9, 1e-4},
    {"B8", 2, 16593, 1e-4},
    {"B8", 3, 15699, 1e-4},
    {"B8", 4, 20, 0},
    {"C1", 2, 155.93472e12, 1e-12},
    {"C2", 2, 1365.3, 1e-4},
    {"C2", 3, 31.51, 1e-3},
    {"C2", 4, 15.94, 1e-3},
    {"C3", 2, 12 * GiB, 0},
    {"C3", 3, 22.55e9, 1e-3},
    {"C4", 3, 4 * GiB, 0},
    {"C4", 4, 4 * GiB, 0},
    {"C5", 2, 4, 0},
    {"C5", 3, 512 * GiB, 0},
    {"C6", 2, 24 * GiB, 0},
    {"C6", 3, 12 * GiB, 0},
    {"C7", 6, 7. / 15, 1e-12}, // (Z - 1)/(m + Z - 1)
    {"D1", 2, 75497472, 0},    // 2·512·8192 + 8192²
    {"D1", 3, 68719476736, 0},
    {"D1", 4, 910.2, 1e-4},
    {"D2", 2, 121.6, 1e-3},
    {"D2", 3, 129, 0.005},
    {"D3", 2, 232, 0.005},
    {"D3", 3, 159, 0.005},
    {"D3", 4, 138, 0.005},
    {"D3", 5, 129, 0.005},
    {"D3", 6, 125, 0.005},
    {"D4", 3, 1.999, 1e-4},
    {"D5", 1, 295.5, 1e-3},
    {"D5", 2, 318.5, 0.002}, // 295.52/(1 - 295.52/8192 · 2), c.3
    {"E1", 3, 10.42e-3, 1e-3},
    {"E2", 2, 32, 0},
    {"E2", 3, 256, 0},
    {"E2", 4, 5.04e16, 0.001},
    {"E2", 5, 4096e9, 0},
    {"E2", 6, 2240, 0},
    {"E2", 7, 17920, 0},
    {"E2", 8, 4.11e18, 0.001},
    {"E2", 9, 860160e9, 0},
    {"E3", 2, 61333, 1e-5},
    {"E3", 3, never, 0},
    {"E3", 5, never, 0},
    {"E3", 6, 147763, 1e-5},
    {"E4", 1, 263, 0.04},
    {"E4", 2, 11, 0.04},
    {"E5", 1, 6, 0},
    {"E5", 2, 6e-6, 1e-12},
    {"E5", 3, 192.4e-6, 1e-3},
    {"E6", 3, 71.6e-3, 1e-3},
    {"E6", 4, 179e-3, 1e-3},
    {"E6", 5, 21.2e-3, 1e-3},
    {"E6", 6, 1.395e-3, 1e-3},
    {"F1", 2, 16384, 0},
    {"F1", 3, 524288, 0},
    {"F2", 2, 373e-6, 1e-3},
    {"F2", 3, 559e-6, 1e-3},
    {"F2", 5, 3e-6, 1e-12},
    {"F2", 6, 0.822, 1e-3},
    {"F3", 1, 16, 0},
    {"F4", 3, 23.3e-6, 1e-3},
    {"F4", 4, 46.6e-6, 1e-3},
    {"F4", 5, 11.65e-6, 1e-3},
    {"F5", 2, 2e-6, 1e-12},
    {"F6", 2, 2550, 1e-12},
    {"F6", 3, 5100, 1e-12},
    {"F7", 3, 124.3e-6, 1e-3},
    {"F7", 4, 54400, 1e-9},
    {"F7", 5, 850, 1e-9},
    {"F8", 2, 1118e-6, 1e-3},
    {"F8", 3, 349e-6, 1e-3},
    {"F8", 5, 0, 0},
    {"F9", 2, 268435456, 0},
    {"F9", 3, 31564544, 0},
    {"F9", 4, 174e-6, 0.003},
    {"F9", 5, 331e-6, 0.002},
    {"F10", 2, 2.24e-3, 0.002},
    {"F10", 4, 0.28e-3, 0.002},
    {"F10", 5, 4.47e-3, 0.002},
    {"F12", 5, 3, 1e-12},
    {"F12", 6, 3.5, 1e-12},
    {"F12", 7, 3.75, 1e-12},
    {"F13", 2, 8, 1e-9},
    {"G1", 2, 17.442275328e9, 1e-6},
    {"G1", 3, 0.24624, 1e-4},
    {"G1", 4, 524288, 0},
    {"G4", 3, 270.3, 1e-3},
    {"G4", 4, 8, 1e-9},
    {"G5", 2, 9216, 0},
    {"G5", 3, 16384, 0},
    {"G7", 2, 3.2856e24, 1e-4},
    {"G7", 3, 0.21621, 1e-4},
    {"G8", 2, 3843.9, 1e-4},
    {"G8", 3, 7687.8, 1e-4},
    {"G9", 3, 2.2495, 1e-4},
    {"G9", 4, 1994.9, 1e-4},
    {"G9", 6, 69.86, 1e-4},
};

/// Ranges, formulas, options, orders and lines: as typed by somebody who knows.
struct Typed {
    const char* lesson;
    int step;
    const char* right;
    const char* wrong;
};

constexpr Typed typed[] = {
    {"A1", 5, "0 1+3 2", "0 2 1 3"},
    {"A2", 2, "2*B*E^2/N", "2*B*E^2"},
    {"A2", 3, "2*E^2", "E^2"},
    {"A3", 3, "44001", "43999"},
    {"A4", 3, "2", "1"},
    {"B1", 2, "3", "1"},
    {"B1", 4, "2", "1"},
    {"B2", 1, "2", "3"},
    {"B3", 3, "2", "1"},
    {"B4", 2, "(16*P + A/2)/N + A/2", "(16*P + A)/N"},
    {"B5", 6, "2", "1"},
    {"B6", 4, "20445", "20443"},
    {"B7", 1, "2", "1"},
    {"B8", 1, "3", "2"}, // Y = 8
    {"C2", 1, "3 2 1", "2 3 1"},
    {"C2", 5, "2", "3"},
    {"C4", 2, "1", "2"},
    {"C4", 5, "1", "2"},
    {"C6", 1, "2", "1"},
    {"D1", 5, "174.4 us .. 267.6 us", "93.2 us .. 174.4 us"},
    {"D2", 1, "1", "2"},
    {"D3", 7, "1", "2"},
    {"D4", 1, "1", "2"},
    {"D4", 2, "2*D*F/(D + D*F + F)", "2*B"},
    {"E1", 2, "2", "3"},
    {"E3", 4, "2", "1"},
    {"E6", 2, "4 3 1 2", "1 2 3 4"},
    {"F2", 4, "3", "1"},
    {"F4", 2, "3 1 2", "1 2 3"},
    {"F5", 1, "2", "1"},
    {"F6", 4, "2", "1"}, // B < 2550 and B < D/2
    {"F6", 5, "1", "2"},
    {"F6", 6, "2", "1"}, // B > 2550 and D > 5100
    {"F6", 7, "1", "2"},
    {"F7", 2, "3 2 1", "2 3 1"},
    {"F8", 1, "2", "1"},
    {"F8", 4, "2", "1"},
    {"F9", 6, "23 us .. 47 us", "47 us .. 94 us"},
    {"F9", 7, "2", "1"},
    {"F10", 3, "3", "1"},
    {"F11", 2, "M/K", "K/M"},
    {"F12", 2, "(1 - 1/D)*N^2", "N^2"},
    {"F12", 3, "(1 - 1/D)*N^2/2", "N^2/8"},
    {"F12", 4, "N^2/8", "N^2/4"},
    {"F13", 1, "2", "1"},
    {"F14", 3, "0 3 2 1", "0 2 1 3"},
    {"F14", 4, "3 2 1 0", "0 1 2 3"},
    {"G2", 2, "2*B*D*F/(X*Y)", "2*B*D*F/(X*Y*Z)"},
    {"G2", 3, "2*B*D*F*Z", "2*B*D*F"},
    {"G3", 2, "2*I*J*K*L*M*N*O", "2*(I+J+K+L+M+N+O)"},
    {"G4", 5, "2", "1"},
    {"G6", 2, "4*B*T^2*N*H", "2*B*T^2*N*H"},
    {"G9", 2, "1 3 2", "1 2 3"},
    {"G9", 5, "3", "1"},
    {"G9", 7, "3 2 1", "2 3 1"},
};

PosedStep posedIn(const char* id, int step)
{
    return *posedStep(tests::lessonNamed(id), static_cast<std::size_t>(step) - 1, shippedCatalogue());
}

} // namespace

void TstLessonValues::numbersAreAsPublished_data()
{
    QTest::addColumn<int>("at");
    for (int at = 0; at < static_cast<int>(std::size(numbers)); ++at)
        QTest::addRow("%s, step %d", numbers[at].lesson, numbers[at].step) << at;
}

void TstLessonValues::numbersAreAsPublished()
{
    QFETCH(int, at);
    const auto& [lesson, step, value, tolerance] = numbers[at];
    const auto own = ownAnswer(posedIn(lesson, step));
    QVERIFY2(own, own ? "" : own.error().c_str());
    bool isNumber = false;
    const double number = *own == "never" ? never : QString::fromStdString(*own).toDouble(&isNumber);
    QVERIFY2(isNumber || *own == "never", own->c_str());
    COMPARE_NEAR(number, value, tolerance);
}

void TstLessonValues::otherAnswersAreAsPublished_data()
{
    QTest::addColumn<int>("at");
    for (int at = 0; at < static_cast<int>(std::size(typed)); ++at)
        QTest::addRow("%s, step %d", typed[at].lesson, typed[at].step) << at;
}

void TstLessonValues::otherAnswersAreAsPublished()
{
    QFETCH(int, at);
    const auto& [lesson, step, right, wrong] = typed[at];
    const auto one = checkAnswer(posedIn(lesson, step), right);
    QVERIFY2(one, one ? "" : one.error().c_str());
    QVERIFY2(one->outcome == Outcome::right, one->text.c_str());
    const auto other = checkAnswer(posedIn(lesson, step), wrong);
    QVERIFY2(other && !other->isAccepted(), other ? other->text.c_str() : other.error().c_str());
}

/// W is 4096 × 16,384 × 2 B, a quarter of its gather at 1.8e11 B/s 186.4 µs; Out is 8192 × 16,384 × 2 B, its gather
/// 1,491.3 µs.
void TstLessonValues::theThirdPlanIsNamed()
{
    const auto at = posedIn("F6", 9);
    const auto text = filledText(at.lesson, at.scenario, at.step.prompt);
    QVERIFY2(text && text->find("1.68 ms") != text->npos, text.value_or("refused").c_str());
}

/// Two matrices of 8192 × 32,768 × 2 B over four chips are 2^28 B.
void TstLessonValues::theDesignIsThatOfTheLesson()
{
    const auto report = evaluate(posedIn("F9", 1).scenario);
    QVERIFY(report.memory.fits);
    QCOMPARE(report.memory.total.si(), 268435456.);
}

void TstLessonValues::everyLessonHasARow()
{
    QSet<QString> checked;
    for (const auto& row : numbers)
        checked << QString::fromUtf8(row.lesson);
    for (const auto& row : typed)
        checked << QString::fromUtf8(row.lesson);
    for (const auto& lesson : shippedLessons())
        QVERIFY2(checked.contains(QString::fromStdString(lesson.id)), lesson.id.c_str());
}

ROOFLIGHT_TEST(TstLessonValues)
#include "tst_lesson_values.moc"
