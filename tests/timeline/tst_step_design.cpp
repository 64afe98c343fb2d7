// SPDX-License-Identifier: GPL-3.0-or-later
// What the axes of a step's timeline carry is what the design lists: shipped scenarios, and all their chips in one role
// or in two axes of it.
#include "core/check/check.h"
#include "core/design/collectives.h"
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/timeline/step_timeline.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>

using namespace core;

class TstStepDesign : public QObject
{
    Q_OBJECT
private slots:
    void axesCarryTheDesign_data();
    void axesCarryTheDesign();
    void twoAxesOfOneRoleAreSaid();
};

void TstStepDesign::axesCarryTheDesign_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("role");
    QTest::addColumn<double>("second"); // chips of the second axis of that role
    for (const auto& file : shippedCatalogue().scenarios) {
        const QString id = QString::fromStdString(file.id);
        QTest::addRow("%s", file.id.c_str()) << id << QString() << 1.;
        for (const char* role : {"data", "fsdp", "pipeline", "tensor"})
            QTest::addRow("%s, %s", file.id.c_str(), role) << id << role << 1.;
        for (const char* role : {"data", "zero2", "fsdp"})
            QTest::addRow("%s, two axes of %s", file.id.c_str(), role) << id << role << 2.;
    }
}

void TstStepDesign::axesCarryTheDesign()
{
    QFETCH(const QString, id);
    QFETCH(const QString, role);
    QFETCH(const double, second);
    const auto& all = shippedCatalogue().scenarios;
    const auto file = std::ranges::find(all, id.toStdString(), &ScenarioPreset::id);
    auto s = readScenario(file->json, file->id, shippedCatalogue()).value();
    const double chips = std::clamp(s.mesh.chips(), 2., 512.); // of 2,048 stages are too many passes
    if (!role.isEmpty()) {
        s.mesh.axis = {};
        s.hw.torus = {};
        for (auto& axis : s.mesh.axis)
            axis.role = Role::replicate;
        for (const auto& [axis, size] : {std::pair("mesh.X", chips / second), std::pair("mesh.Y", second)})
            QVERIFY(setField(s, axis, size) && setField(s, std::string(axis) + ".role", role.toStdString()));
        if (second == 1)
            s.mesh.axis[1].role = Role::replicate;
        if (role == QStringLiteral("pipeline"))
            s.work.micro = std::max(s.work.micro, chips);
    }
    const auto step = stepTimeline(s);
    QVERIFY2(step, step ? "" : step.error().c_str());
    std::array<double, meshAxes + 1> wanted{}; // slices last
    for (const auto& one : designCollectives(s))
        wanted[one.axis] += one.total().si();
    for (std::size_t axis = 0; axis < wanted.size(); ++axis) {
        const auto row = axis == slicesAxis ? static_cast<std::size_t>(ClockRow::dcn)
                                            : static_cast<std::size_t>(ClockRow::axisX) + axis;
        COMPARE_NEAR(1 + step->busy[row], 1 + wanted[axis], 1e-12);
    }
}

/// Over X = 4 the two matrices of a layer are 537 MB each, gathered twice and reduced once at 1.8e11 B/s (book rates):
/// 2.983 ms, and 573 ms in 32 layers. Over Y = 16 a fourth of that goes along two hardware axes: 72 ms. All three
/// together have three times the links of one.
void TstStepDesign::twoAxesOfOneRoleAreSaid()
{
    auto s = defaultScenario(shippedCatalogue());
    QVERIFY(setField(s, "conv.rates", std::string("book")) && setField(s, "mesh.X", 4.) && setField(s, "mesh.Y", 16.));
    const auto found = [&] {
        const auto issues = check(s, evaluate(s));
        const auto at = std::ranges::find(issues, std::string("SPLIT_ROLE"), &Issue::code);
        return at == issues.end() ? std::nullopt : std::optional(*at);
    };
    QVERIFY(!found());
    QVERIFY(setField(s, "mesh.Y.role", std::string("fsdp")));
    const auto note = found();
    QVERIFY(note && note->field == "mesh.Y.role" && note->severity == Severity::note);
    QCOMPARE(
        QString::fromStdString(note->text),
        QStringLiteral("X and Y have one role: collectives run over one axis after the other, each on the links of "
                       "its axis, and take 644 ms. One axis of 64 uses all links at once: 191 ms."));
    QVERIFY(!note->repairs.empty());
    for (const auto& [field, value] : note->repairs.front().edits)
        QVERIFY(setField(s, field, value));
    QVERIFY(!found());
    QCOMPARE(s.mesh.axis[0].size, 64.);
}

ROOFLIGHT_TEST(TstStepDesign)
#include "tst_step_design.moc"
