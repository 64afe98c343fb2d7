// SPDX-License-Identifier: GPL-3.0-or-later
// Checks lessons that are made without a line of JSON: steps and fields of the form, beside text and preview.
#include "clipping.h"
#include "own_lesson.h"
#include "support/suite.h"

#include "core/io/lesson_json.h"
#include "core/io/preset_catalogue.h"
#include "core/lesson/run_lesson.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lesson_form.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace tests;

namespace
{

void makeInForm(Stage& stage) { makeLesson(stage, QStringLiteral("Mine"), ui::LessonEditor::Page::form); }

/// By the menu of the button, behind the step that is chosen.
void addStep(Stage& stage, const QString& kind)
{
    QTest::mouseClick(stage.part("lesson.step.add"), Qt::LeftButton);
    auto* menu = stage.part<QMenu>("lesson.kinds");
    for (QAction* action : menu->actions())
        if (action->text() == kind)
            action->trigger();
    menu->close();
    stage.settle();
    QApplication::setActiveWindow(&stage.window); // the menu took that from it
}

template <class Widget> Widget* field(Stage& stage, const QString& key)
{
    stage.settle(); // fields are made anew behind what asks for it
    auto* found = stage.part("lesson.form")->findChild<Widget*>(QStringLiteral("lesson.field.") + key);
    if (!found)
        qFatal("there is no field %s", qPrintable(key));
    return found;
}

QListWidget& steps(Stage& stage) { return *stage.part<QListWidget>("lesson.steps"); }

QString textIn(Stage& stage) { return stage.part<ui::LessonEditor>("lesson.editor")->text(); }

/// What the checker says of the text.
std::string faultIn(Stage& stage)
{
    const auto lesson = core::readLesson(textIn(stage).toStdString(), "mine", core::shippedCatalogue());
    if (!lesson)
        return lesson.error().text;
    const auto faults = core::runLesson(*lesson, core::shippedCatalogue()).faults;
    return faults.empty() ? std::string() : faults.front().text;
}

void save(Stage& stage) { QTest::mouseClick(stage.part("lesson.save"), Qt::LeftButton); }

} // namespace

class TstLessonForm : public QObject
{
    Q_OBJECT
private slots:
    void aNewLessonCanBeTaken();
    void aClassBeginsAtTheFirstStep();
    void whatIsTypedIsSeenAtOnce();
    void stepsComeByTheirKind();
    void aNumberIsFoundByItsTitle();
    void aKindBecomesAnother();
    void rowsOfAChoice();
    void mistakesStandAtTheirField();
    void whatIsNoValueStandsBelow();
    void whatIsRefusedIsNotLost();
    void thePresentDesignIsTaken();
    void aTextThatIsNoLessonIsSaid();
    void nothingIsCutOff_data();
    void nothingIsCutOff();
};

/// Two steps, and nothing to mend.
void TstLessonForm::aNewLessonCanBeTaken()
{
    const Home home;
    Stage stage;
    makeInForm(stage);
    QVERIFY(stage.part("lesson.form")->isVisible() && !stage.part("lesson.edited")->isVisible());
    QCOMPARE(steps(stage).count(), 3);
    QCOMPARE(steps(stage).currentRow(), 1);
    QVERIFY(!stage.part("lesson.problem")->isVisible());
    QCOMPARE(faultIn(stage), std::string());
    QVERIFY(lessonOf(stage).prompt().startsWith(QStringLiteral("64 chips"))); // 16 by 4
    steps(stage).setCurrentRow(2);
    QCOMPARE(lessonOf(stage).step(), 1U);
    QCOMPARE(lessonOf(stage).choices().size(), 3);
}

/// Not where the author looked last.
void TstLessonForm::aClassBeginsAtTheFirstStep()
{
    const Home home;
    Stage stage;
    makeInForm(stage);
    steps(stage).setCurrentRow(2);
    QCOMPARE(lessonOf(stage).step(), 1U);
    QTest::mouseClick(stage.part("lesson.editor.close"), Qt::LeftButton);
    stage.trigger("lessons");
    QTest::mouseClick(stage.part("lessons.start"), Qt::LeftButton);
    QCOMPARE(lessonOf(stage).step(), 0U);
    stage.trigger("lesson-next"); // of a class
    stage.trigger("lesson-leave");
    stage.trigger("lessons");
    QTest::mouseClick(stage.part("lessons.start"), Qt::LeftButton);
    QCOMPARE(lessonOf(stage).step(), 1U);
}

void TstLessonForm::whatIsTypedIsSeenAtOnce()
{
    const Home home;
    Stage stage;
    makeInForm(stage);
    const QString before = textIn(stage);
    auto* prompt = field<QPlainTextEdit>(stage, QStringLiteral("prompt"));
    QVERIFY(stage.part<QLabel>("lesson.note.prompt")->text().endsWith(QStringLiteral("of 60 words")));
    prompt->setFocus();
    prompt->selectAll();
    QTest::keyClicks(prompt, QStringLiteral("Two words"));
    QCOMPARE(stage.part<QLabel>("lesson.note.prompt")->text(), QStringLiteral("2 of 60 words"));
    QTRY_COMPARE(lessonOf(stage).prompt(), QStringLiteral("Two words"));
    QVERIFY(prompt->hasFocus() && textIn(stage).contains(QStringLiteral("\"prompt\": \"Two words\"")));
    QVERIFY(steps(stage).item(1)->text().contains(QStringLiteral("Two words")));
    QTest::keyClick(prompt, Qt::Key_Z, Qt::ControlModifier); // all that was typed in one go
    QCOMPARE(textIn(stage), before);
    QVERIFY(field<QPlainTextEdit>(stage, QStringLiteral("prompt"))->hasFocus());
    QVERIFY(field<QPlainTextEdit>(stage, QStringLiteral("prompt"))->toPlainText().contains(QStringLiteral("slowest")));
    QTest::mouseClick(stage.part("lesson.redo"), Qt::LeftButton);
    QVERIFY(textIn(stage).contains(QStringLiteral("Two words")));
    QTest::keyClick(stage.part("lesson.step.add"), Qt::Key_Z, Qt::ControlModifier); // wherever the focus is in it
    QCOMPARE(textIn(stage), before);
    QTest::keyClick(&steps(stage), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(textIn(stage).contains(QStringLiteral("Two words")));
    QTest::keyClick(field<QPlainTextEdit>(stage, QStringLiteral("prompt")), Qt::Key_S, Qt::ControlModifier);
    QVERIFY(contentOf(onlyFile(home).filePath()).contains(QStringLiteral("Two words")));
    QVERIFY(stage.window.session().fileName().isEmpty()); // the key did not save the scenario
}

void TstLessonForm::stepsComeByTheirKind()
{
    const Home home;
    Stage stage;
    makeInForm(stage);
    steps(stage).setCurrentRow(2);
    for (const char* kind : {"Number", "Range", "Put in order", "Find the error", "Reveal"}) {
        addStep(stage, QLatin1String(kind));
        QCOMPARE(faultIn(stage), std::string());
        QVERIFY2(steps(stage).currentItem()->text().contains(QLatin1String(kind)), kind);
    }
    QCOMPARE(steps(stage).count(), 8);
    QTRY_COMPARE(lessonOf(stage).step(), 6U); // the preview stands at the new one
    QTest::mouseClick(stage.part("lesson.step.earlier"), Qt::LeftButton);
    QVERIFY(steps(stage).item(6)->text().contains(QStringLiteral("Reveal")) && steps(stage).currentRow() == 6);
    QTest::mouseClick(stage.part("lesson.step.duplicate"), Qt::LeftButton);
    QCOMPARE(steps(stage).count(), 9);
    QTest::mouseClick(stage.part("lesson.step.remove"), Qt::LeftButton);
    QCOMPARE(steps(stage).count(), 8);
    save(stage);
}

/// The list has the value that the number has in the scenario.
void TstLessonForm::aNumberIsFoundByItsTitle()
{
    const Home home;
    Stage stage;
    makeInForm(stage);
    addStep(stage, QStringLiteral("Number"));
    auto* value = field<QLineEdit>(stage, QStringLiteral("value"));
    value->setFocus();
    value->selectAll();
    QTest::keyClicks(value, QStringLiteral("math ti"));
    auto* popup = value->completer()->popup();
    QTRY_VERIFY(popup->isVisible());
    const QString first = popup->model()->index(0, 0).data().toString();
    QVERIFY2(first.startsWith(QStringLiteral("Math time")) && first.contains(QStringLiteral(" ms")), qPrintable(first));
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(value->text(), QStringLiteral("time.math"));
    QVERIFY(textIn(stage).contains(QStringLiteral("\"value\": \"time.math\"")));
    QVERIFY(stage.part<QLabel>("lesson.note.value")->text().startsWith(QStringLiteral("= ")));
    QCOMPARE(faultIn(stage), std::string());
    save(stage);
}

void TstLessonForm::aKindBecomesAnother()
{
    const Home home;
    Stage stage;
    makeInForm(stage);
    auto* kinds = field<QComboBox>(stage, QStringLiteral("kind"));
    QCOMPARE(kinds->currentText(), QStringLiteral("Tell"));
    const int formula = kinds->findText(QStringLiteral("Formula"));
    QVERIFY(formula >= 0);
    kinds->setCurrentIndex(formula);
    emit kinds->activated(formula);
    QCOMPARE(field<QPlainTextEdit>(stage, QStringLiteral("symbols"))->toPlainText(),
             QStringLiteral("B = work.batch\nN = mesh.chips"));
    QCOMPARE(faultIn(stage), std::string());
    save(stage);
}

void TstLessonForm::rowsOfAChoice()
{
    const Home home;
    Stage stage;
    makeInForm(stage);
    steps(stage).setCurrentRow(2);
    int right = 0; // of the start, which is compute-bound
    for (const char* option : {"1", "2", "3"})
        right += stage.part<QLabel>((std::string("lesson.note.options.") + option + ".when").c_str())
                     ->text()
                     .startsWith(QStringLiteral("Holds"));
    QCOMPARE(right, 1);
    QVERIFY(stage.part<QLabel>("lesson.note.options.1.when")->text().startsWith(QStringLiteral("Holds")));
    QTest::mouseClick(field<QPushButton>(stage, QStringLiteral("options.add")), Qt::LeftButton);
    auto* option = field<QLineEdit>(stage, QStringLiteral("options.4.text"));
    option->selectAll();
    QTest::keyClicks(option, QStringLiteral("The weather"));
    QTRY_VERIFY(lessonOf(stage).choices().contains(QStringLiteral("The weather")));
    QTest::mouseClick(field<QPushButton>(stage, QStringLiteral("options.4.remove")), Qt::LeftButton);
    stage.settle();
    QVERIFY(!textIn(stage).contains(QStringLiteral("The weather")));
    QTest::mouseClick(stage.part("lesson.undo"), Qt::LeftButton);
    QCOMPARE(field<QLineEdit>(stage, QStringLiteral("options.4.text"))->text(), QStringLiteral("The weather"));
    field<QLineEdit>(stage, QStringLiteral("options.4.when"))->setText(QStringLiteral("no.such"));
    const auto* note = stage.part<QLabel>("lesson.note.options.4.when");
    QTRY_VERIFY(note->text().contains(QStringLiteral("no.such"))); // at the cell, not at the list
    QTest::mouseClick(stage.part("lesson.goto"), Qt::LeftButton);
    QVERIFY(field<QLineEdit>(stage, QStringLiteral("options.4.when"))->hasFocus());
    QTest::mouseClick(stage.part("lesson.undo"), Qt::LeftButton);
    save(stage);
}

void TstLessonForm::mistakesStandAtTheirField()
{
    const Home home;
    Stage stage;
    makeInForm(stage);
    addStep(stage, QStringLiteral("Number"));
    auto* value = field<QLineEdit>(stage, QStringLiteral("value"));
    value->setFocus();
    value->setText(QStringLiteral("no.such"));
    const auto* note = stage.part<QLabel>("lesson.note.value");
    QTRY_VERIFY(note->text().contains(QStringLiteral("no.such")));
    QVERIFY(!value->accessibleDescription().isEmpty());
    QCOMPARE(note->palette().color(QPalette::WindowText), ui::Theme::of(false).error);
    QVERIFY(!steps(stage).item(2)->icon().isNull() && steps(stage).item(1)->icon().isNull());
    steps(stage).setCurrentRow(1);
    QTest::mouseClick(stage.part("lesson.goto"), Qt::LeftButton);
    QCOMPARE(steps(stage).currentRow(), 2);
    value = field<QLineEdit>(stage, QStringLiteral("value"));
    QVERIFY(value->hasFocus());
    value->setText(QStringLiteral("time.step"));
    QTRY_VERIFY(!stage.part("lesson.problem")->isVisible());
    QVERIFY(steps(stage).item(2)->icon().isNull());
    save(stage);
}

/// And changes nothing.
void TstLessonForm::whatIsNoValueStandsBelow()
{
    const Home home;
    Stage stage;
    makeInForm(stage);
    const QString before = textIn(stage);
    field<QPlainTextEdit>(stage, QStringLiteral("set"))->setPlainText(QStringLiteral("work.batch = many"));
    QVERIFY(stage.part<QLabel>("lesson.note.set")->text().contains(QStringLiteral("many")));
    QCOMPARE(textIn(stage), before);
    field<QPlainTextEdit>(stage, QStringLiteral("set"))->setPlainText(QStringLiteral("work.batch = 64k"));
    QVERIFY(textIn(stage).contains(QStringLiteral("\"work.batch\": 65536")));
    QVERIFY(!stage.part("lesson.note.set")->isVisible());
    save(stage);
}

/// It is neither left nor closed nor saved without a word.
void TstLessonForm::whatIsRefusedIsNotLost()
{
    const Home home;
    Stage stage;
    makeInForm(stage);
    auto* set = field<QPlainTextEdit>(stage, QStringLiteral("set"));
    set->setPlainText(QStringLiteral("work.batch = many"));
    const auto isThere = [&] {
        return field<QPlainTextEdit>(stage, QStringLiteral("set")) == set &&
               set->toPlainText() == QStringLiteral("work.batch = many") && steps(stage).currentRow() == 1;
    };
    steps(stage).setCurrentRow(2);
    QVERIFY(isThere() && set->hasFocus());
    for (const char* button : {"lesson.step.duplicate", "lesson.step.remove"})
        QTest::mouseClick(stage.part(button), Qt::LeftButton);
    QVERIFY(isThere() && steps(stage).count() == 3);
    save(stage);
    QVERIFY(isThere());
    const auto* said = stage.part<QLabel>("lesson.problem");
    QVERIFY2(said->isVisible() && said->text().startsWith(QStringLiteral("Not saved: ")), qPrintable(said->text()));
    const auto asked = answerBox(QStringLiteral("lesson.unsaved"), QMessageBox::RejectRole);
    QTest::mouseClick(stage.part("lesson.editor.close"), Qt::LeftButton);
    QVERIFY(*asked && isThere());
    set->setPlainText(QStringLiteral("work.batch = 64k"));
    save(stage);
    QVERIFY(contentOf(onlyFile(home).filePath()).contains(QStringLiteral("65536")));
}

void TstLessonForm::thePresentDesignIsTaken()
{
    const Home home;
    Stage stage;
    makeInForm(stage);
    QVERIFY(stage.window.session().editFromText("work.batch", "8192"));
    steps(stage).setCurrentRow(2); // poses its own
    QVERIFY(stage.window.session().editFromText("work.batch", "4096"));
    QTest::mouseClick(field<QPushButton>(stage, QStringLiteral("design")), Qt::LeftButton);
    QCOMPARE(field<QPlainTextEdit>(stage, QStringLiteral("set"))->toPlainText(), QStringLiteral("work.batch = 4096"));
    steps(stage).setCurrentRow(0);
    QTest::mouseClick(field<QPushButton>(stage, QStringLiteral("design")), Qt::LeftButton);
    QVERIFY(field<QPlainTextEdit>(stage, QStringLiteral("start"))
                ->toPlainText()
                .contains(QStringLiteral("work.batch = 4096")));
    QCOMPARE(faultIn(stage), std::string());
    save(stage);
}

/// The page Text mends it.
void TstLessonForm::aTextThatIsNoLessonIsSaid()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    auto* editor = stage.part<ui::LessonEditor>("lesson.editor");
    const QString good = editor->text();
    auto* text = stage.part<QPlainTextEdit>("lesson.edited");
    text->selectAll();
    text->insertPlainText(QStringLiteral("{"));
    editor->showPage(ui::LessonEditor::Page::form);
    QVERIFY(!stage.part("lesson.steps")->isVisible());
    QTRY_VERIFY(stage.part("lesson.problem")->isVisible());
    QTest::mouseClick(stage.part("lesson.goto"), Qt::LeftButton);
    QVERIFY(text->isVisible());
    text->undo();
    editor->showPage(ui::LessonEditor::Page::form);
    QVERIFY(stage.part("lesson.steps")->isVisible());
    QCOMPARE(editor->text(), good);
}

void TstLessonForm::nothingIsCutOff_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TstLessonForm::nothingIsCutOff()
{
    QFETCH(bool, dark);
    const Home home;
    Stage stage("start", {1280, 720}, dark);
    makeInForm(stage);
    for (const char* kind : {"Number", "Choice", "Formula", "Put in order", "Find the error", "Free text"}) {
        addStep(stage, QLatin1String(kind));
        const QStringList faults = clippedParts(*stage.part("lesson.editor"));
        QVERIFY2(faults.isEmpty(), qPrintable(QLatin1String(kind) + u'\n' + faults.join(u'\n')));
        for (const QWidget* control : stage.part("lesson.form")->findChildren<QWidget*>())
            if (control->focusPolicy() & Qt::TabFocus &&
                control->objectName().startsWith(QLatin1String("lesson.field")))
                QVERIFY2(!control->accessibleName().isEmpty() || qobject_cast<const QPushButton*>(control),
                         qPrintable(control->objectName()));
    }
    save(stage);
}

ROOFLIGHT_TEST(TstLessonForm)
#include "tst_lesson_form.moc"
