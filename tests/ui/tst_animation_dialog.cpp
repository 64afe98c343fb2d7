// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the animation dialog asks for what its controls say, draws between events, and can be stopped.
#include "gif_reader.h"
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/export/animation_dialog.h"
#include "ui/export/picture_dialog.h"
#include "ui/export/playback_state.h"
#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace Qt::Literals::StringLiterals;

namespace
{

using tests::ringOfFour;

/// Small pictures of a gather round a ring of four: two steps.
struct DialogStage {
    ui::AnimationDialog dialog;

    explicit DialogStage(const tests::Edits& edits = ringOfFour)
        : dialog(ui::snapshotOf(tests::scenarioWith(edits), 1), ui::Theme::night())
    {
        dialog.findChild<QSpinBox*>(u"size.width"_s)->setValue(320);
        dialog.findChild<QSpinBox*>(u"size.height"_s)->setValue(240);
    }

    QString said() const
    {
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            if (label->accessibleName() == u"Message"_s)
                return label->text();
        return {};
    }
};

} // namespace

class TstAnimationDialog : public QObject
{
    Q_OBJECT
private slots:
    void asksForWhatItsControlsSay();
    void saysHowLongItWillBe();
    void paceIsThatOfThePlayer();
    void longCollectivesHaveFewFramesAStep();
    void previewsTheMiddle();
    void drawsBetweenEvents();
    void canBeStopped();
    void saysWhyItCannot();
    void theStepMovesToo();
    void aStepThatIsNoneSaysWhy();
};

void TstAnimationDialog::asksForWhatItsControlsSay()
{
    DialogStage stage;
    stage.dialog.setPlayback({.layout = ui::TorusLayout::solid});
    const auto request = stage.dialog.request();
    QCOMPARE(request.picture.view, u"torus"_s);
    QCOMPARE(request.picture.pixels, QSize(320, 240));
    QCOMPARE(request.picture.dark, false);
    QCOMPARE(request.picture.playback.layout, std::optional(ui::TorusLayout::solid));
    QCOMPARE(request.framesPerStep, 12);
    QCOMPARE(request.secondsPerStep, 0.9);
}

/// Two steps of 0.9 s and the result for 2 s.
void TstAnimationDialog::saysHowLongItWillBe()
{
    DialogStage stage;
    QCOMPARE(stage.said(), u"25 frames, 3.8 s"_s);
    stage.dialog.findChild<QSpinBox*>(u"animation.frames"_s)->setValue(1);
    QCOMPARE(stage.said(), u"3 frames, 3.8 s"_s);
}

void TstAnimationDialog::paceIsThatOfThePlayer()
{
    DialogStage stage;
    auto* pace = stage.dialog.findChild<QComboBox*>(u"animation.pace"_s);
    QCOMPARE(pace->currentText(), u"Equal steps"_s);
    QVERIFY(!stage.dialog.request().trueTimes);
    stage.dialog.setPlayback({.trueTimes = true});
    QCOMPARE(pace->currentText(), u"True times"_s);
    QVERIFY(stage.dialog.request().trueTimes);
}

/// 16 MB from corner to corner go in hundreds of pieces.
void TstAnimationDialog::longCollectivesHaveFewFramesAStep()
{
    DialogStage stage(tests::Edits{{"coll.kind", "permute"}});
    auto* frames = stage.dialog.findChild<QSpinBox*>(u"animation.frames"_s);
    QCOMPARE(frames->value(), 1);
    frames->setValue(20);
    QVERIFY2(stage.said().contains(u"more than 2000 frames"_s), qPrintable(stage.said()));
    QVERIFY(!stage.dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->isEnabled());
}

/// Half of the steps are done, and with several frames a step the next one is half done.
void TstAnimationDialog::previewsTheMiddle()
{
    const DialogStage stage;
    const auto* preview = stage.dialog.findChild<ui::Preview*>();
    for (const int frames : {12, 1}) {
        stage.dialog.findChild<QSpinBox*>(u"animation.frames"_s)->setValue(frames);
        auto wanted = stage.dialog.request().picture;
        wanted.playback.step = 1;
        wanted.playback.progress = frames > 1 ? 0.5 : 0;
        ui::Preview expected;
        expected.resize(preview->size());
        QCOMPARE(expected.present(wanted, ui::snapshotOf(tests::scenarioWith(ringOfFour), 1)), QString());
        QVERIFY(preview->pixmap().toImage() == expected.pixmap().toImage());
    }
}

void TstAnimationDialog::drawsBetweenEvents()
{
    const QTemporaryDir folder;
    DialogStage stage;
    QSignalSpy exported(&stage.dialog, &ui::AnimationDialog::exported);
    stage.dialog.findChild<QSpinBox*>(u"animation.frames"_s)->setValue(3);
    stage.dialog.show();
    stage.dialog.exportTo(folder.filePath(u"a.gif"_s));
    QVERIFY(stage.dialog.isDrawing());
    QVERIFY(stage.dialog.findChild<QProgressBar*>()->isVisible());
    QVERIFY(exported.wait());
    QVERIFY(!stage.dialog.isDrawing());
    QVERIFY2(stage.said().contains(u"a.gif"_s), qPrintable(stage.said()));
    QFile file(folder.filePath(u"a.gif"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(tests::readGif(file.readAll()).pictures.size(), std::size_t(7));
}

void TstAnimationDialog::canBeStopped()
{
    const QTemporaryDir folder;
    DialogStage stage;
    stage.dialog.show();
    stage.dialog.exportTo(folder.filePath(u"frames"_s));
    QTRY_VERIFY(stage.dialog.findChild<QProgressBar*>()->value() > 1);
    stage.dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Close)->click();
    QVERIFY(!stage.dialog.isDrawing());
    QVERIFY(stage.dialog.isVisible());
    QVERIFY(QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    stage.dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Close)->click();
    QVERIFY(!stage.dialog.isVisible());
}

void TstAnimationDialog::saysWhyItCannot()
{
    DialogStage stage;
    stage.dialog.exportTo(u"/nowhere/at/all.gif"_s);
    QVERIFY(!stage.dialog.isDrawing());
    QVERIFY2(stage.said().contains(u"/nowhere/at"_s), qPrintable(stage.said()));
    const DialogStage none({{"coll.torus", "4"}, {"coll.algorithm", "middle"}});
    QVERIFY2(none.said().contains(u"coll.algorithm"_s), qPrintable(none.said()));
    QVERIFY(!none.dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->isEnabled());
}

/// A clock of 24 parts and the whole step for 2 s: with one frame a part, 0.9 s each, 25 frames in 23.6 s.
void TstAnimationDialog::theStepMovesToo()
{
    const QTemporaryDir folder;
    DialogStage stage;
    stage.dialog.setView(u"step"_s);
    QCOMPARE(stage.dialog.request().picture.view, u"step"_s);
    QVERIFY(!stage.dialog.findChild<QComboBox*>(u"animation.pace"_s)->isEnabled());
    stage.dialog.findChild<QSpinBox*>(u"animation.frames"_s)->setValue(1);
    QCOMPARE(stage.said(), u"25 frames, 23.6 s"_s);
    QSignalSpy exported(&stage.dialog, &ui::AnimationDialog::exported);
    stage.dialog.show();
    stage.dialog.exportTo(folder.filePath(u"a.gif"_s));
    QVERIFY(exported.wait(20000));
    QFile file(folder.filePath(u"a.gif"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(tests::readGif(file.readAll()).pictures.size(), std::size_t(25));
}

void TstAnimationDialog::aStepThatIsNoneSaysWhy()
{
    DialogStage stage({{"hw.torus", "2x2x2"}, {"coll.torus", "4"}, {"coll.wrap", "ring"}});
    stage.dialog.setView(u"step"_s);
    QVERIFY2(stage.said().contains(u"no time"_s), qPrintable(stage.said()));
    QVERIFY(!stage.dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->isEnabled());
}

ROOFLIGHT_TEST(TstAnimationDialog)

#include "tst_animation_dialog.moc"
