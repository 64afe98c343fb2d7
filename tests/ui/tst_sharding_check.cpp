// SPDX-License-Identifier: GPL-3.0-or-later
// The computed check of a sharded product: its colours, and that it rests while nothing is planned.
#include "core/sharding/device_collectives.h"
#include "core/sharding/named_mesh.h"
#include "core/sharding/notation.h"
#include "support/suite.h"
#include "ui/sharding/check_scene.h"
#include "ui/theme/theme.h"
#include "window_stage.h"

#include <QPushButton>

#include <map>
#include <set>

using namespace Qt::Literals::StringLiterals;

class TstShardingCheck : public QObject
{
    Q_OBJECT
private slots:
    void aMeshThatDoesNotDivideIsMended();
    void coloursOfTheCheckAreThoseOfTheirRanges_data();
    void coloursOfTheCheckAreThoseOfTheirRanges();
};

/// Three devices along X split no power of two; nothing is planned, so there is nothing to play or to save.
void TstShardingCheck::aMeshThatDoesNotDivideIsMended()
{
    tests::WindowStage stage;
    stage.trigger("tab-3");
    QTest::mouseClick(stage.part("shard.check.show"), Qt::LeftButton);
    stage.settle();
    QVERIFY(stage.part("shard.check.play")->isEnabled() && stage.part("shard.check.save")->isEnabled());
    QVERIFY(stage.window.session().edit("shard.mesh", std::string("X=3, Y=4")));
    stage.settle();
    QVERIFY(!stage.part("shard.check.play")->isEnabled() && !stage.part("shard.check.save")->isEnabled());
    QPushButton* shorter = nullptr;
    for (auto* button : stage.part("shard.note")->findChildren<QPushButton*>())
        if (button->text() == u"Use X = 2"_s)
            shorter = button;
    QVERIFY(shorter);
    QTest::mouseClick(shorter, Qt::LeftButton);
    stage.settle();
    QCOMPARE(stage.window.session().scenario().shard.mesh, std::string("X=2, Y=4"));
    QVERIFY(stage.part("shard.check.play")->isEnabled());
}

void TstShardingCheck::coloursOfTheCheckAreThoseOfTheirRanges_data()
{
    QTest::addColumn<QString>("array");
    for (const char* array :
         {"A[I, J]", "A[I_X, J]", "A[I, J_Y]", "A[I_X, J_Y]", "A[I_XY, J]", "A[I, J_YX]", "A[I_YX]", "A[I, J_X, K_Y]"})
        QTest::newRow(array) << QString::fromLatin1(array);
}

/// Two of 64 devices have the same colour where they hold the same ranges of indices, and there alone.
void TstShardingCheck::coloursOfTheCheckAreThoseOfTheirRanges()
{
    QFETCH(QString, array);
    const auto layout = core::readExpression(array.toStdString())->operands.front();
    const auto mesh = *core::readNamedMesh("X=8, Y=8");
    for (const bool dark : {false, true}) {
        const auto& theme = ui::Theme::of(dark);
        std::map<std::vector<std::int64_t>, QRgb> colours; // of first indices
        std::set<QRgb> all;
        for (int device = 0; device < 64; ++device) {
            std::vector<std::int64_t> first;
            for (const auto& dim : layout.dims)
                first.push_back(core::blockOf(mesh, dim.axes, device));
            const QRgb colour = ui::CheckScene::colourOf(layout, mesh, device, theme).rgb();
            QCOMPARE(colours.try_emplace(first, colour).first->second, colour);
            all.insert(colour);
        }
        QCOMPARE(all.size(), colours.size());
    }
}

ROOFLIGHT_TEST(TstShardingCheck)
#include "tst_sharding_check.moc"
