// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the questions in the line of hints: their order, and that their answers stay where they are.
#include "support/suite.h"
#include "ui/shell/notice_bar.h"
#include "window_stage.h"

#include <QLabel>

using namespace Qt::Literals::StringLiterals;

class TstNoticeBar : public QObject
{
    Q_OBJECT
private slots:
    void urgentNoticesComeFirst();
    void answersHoldTheirPlaceWhileTheDocumentChanges();
    void namesOfFilesActOnNothing();
};

/// What is in danger is said before what waits.
void TstNoticeBar::urgentNoticesComeFirst()
{
    ui::NoticeBar notices;
    const auto* sentence = notices.findChild<QLabel*>(u"notice.sentence"_s);
    notices.ask({u"first"_s, u"Settings"_s, {}});
    notices.ask({u"second"_s, u"Reload?"_s, {}});
    QCOMPARE(sentence->text(), u"Settings"_s);
    notices.ask({u"third"_s, u"Changes are not kept"_s, {}, true});
    QCOMPARE(sentence->text(), u"Changes are not kept"_s);
    notices.withdraw(u"third"_s);
    QCOMPARE(sentence->text(), u"Settings"_s);
}

/// A press that was aimed at one answer must not reach the other.
void TstNoticeBar::answersHoldTheirPlaceWhileTheDocumentChanges()
{
    for (const QSize size : {QSize(1024, 640), QSize(1600, 900)}) {
        tests::WindowStage stage("start", size);
        stage.window.notices().ask({u"a"_s, u"Question"_s, {{u"Restore"_s, {}}, {u"Discard"_s, {}}}});
        stage.settle();
        const auto place = [&] {
            const auto* button = stage.part("notice.0");
            return button->mapTo(&stage.window, QPoint());
        };
        const QPoint before = place();
        QVERIFY(stage.window.session().edit("work.batch", 4096.0));
        stage.settle();
        QCOMPARE(stage.part<QLabel>("saved")->text(), u"Unsaved changes"_s);
        QCOMPARE(place(), before);
        stage.window.session().undoStack().setClean();
    }
}

/// U+202E would show what follows it from right to left.
void TstNoticeBar::namesOfFilesActOnNothing()
{
    ui::NoticeBar notices;
    notices.ask({u"a"_s, u"1 \u202Egpj.json\n<b>was</b> changed."_s, {}});
    QCOMPARE(notices.findChild<QLabel*>(u"notice.sentence"_s)->text(), u"1 \\u{202E}gpj.json\\n<b>was</b> changed."_s);
    notices.withdraw(u"a"_s);
    QVERIFY(!notices.isAsking());
}

ROOFLIGHT_TEST(TstNoticeBar)
#include "tst_notice_bar.moc"
