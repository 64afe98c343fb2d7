// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what a screen reader gets of the window by walking its tree: names, roles, what charts show, values and
// events.
#include "own_lesson.h"
#include "support/shipped_lesson.h"
#include "support/suite.h"
#include "window_stage.h"

#include "ui/charts/chart.h"
#include "ui/lessons/open_lesson.h"
#include "ui/shell/lesson_desk.h"

#include <QAccessible>
#include <QSet>

#include <algorithm>
#include <functional>

using Stage = tests::WindowStage;

namespace
{

constexpr QAccessible::Role asked[] = {
    QAccessible::PushButton, QAccessible::CheckBox, QAccessible::RadioButton,  QAccessible::ComboBox,
    QAccessible::Slider,     QAccessible::SpinBox,  QAccessible::EditableText, QAccessible::PageTab,
    QAccessible::MenuItem,   QAccessible::Table,    QAccessible::List,         QAccessible::ButtonMenu,
    QAccessible::Link,       QAccessible::Canvas,   QAccessible::Chart,        QAccessible::ButtonDropDown,
    QAccessible::Tree,
};

/// What is in sight below an object, as assistive programs find it.
void walk(QAccessibleInterface* object, const std::function<void(QAccessibleInterface&)>& look, int depth = 0)
{
    if (!object || !object->isValid() || object->state().invisible || depth > 60)
        return;
    look(*object);
    for (int i = 0; i < object->childCount(); ++i)
        walk(object->child(i), look, depth + 1);
}

QString placeOf(const QAccessibleInterface& object)
{
    QStringList names;
    for (const QObject* at = object.object(); at; at = at->parent())
        if (names.size() < 4)
            names << QLatin1String(at->metaObject()->className()) + u'#' + at->objectName();
    return QString::number(object.role(), 16) + u' ' + names.join(QStringLiteral(" in "));
}

void addNameless(Stage& stage, QSet<QString>& found)
{
    walk(QAccessible::queryAccessibleInterface(&stage.window), [&](QAccessibleInterface& object) {
        if (std::ranges::find(asked, object.role()) != std::end(asked) &&
            object.text(QAccessible::Name).trimmed().isEmpty())
            found << placeOf(object);
    });
}

} // namespace

class TstAccessibleTree : public QObject
{
    Q_OBJECT
private slots:
    void tabsNameAllThatActs();
    void lessonsNameAllThatActs();
    void chartsTellTheirValues();
    void aValueIsSetAndRead();
};

void TstAccessibleTree::tabsNameAllThatActs()
{
    const tests::Home home;
    Stage stage("llama3-70b-v5p");
    stage.openAllSections();
    stage.trigger("explain");
    QSet<QString> nameless;
    for (int tab = 1; tab <= stage.part<ui::Tabs>("tabs")->count(); ++tab) {
        stage.openTab(tab);
        addNameless(stage, nameless);
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.values().join(u'\n')));
}

void TstAccessibleTree::lessonsNameAllThatActs()
{
    const tests::Home home;
    Stage stage;
    auto& lesson = stage.window.findChild<ui::LessonDesk*>()->lesson();
    QSet<QString> nameless;
    for (const char* id : {"A1", "B3", "C7", "D4", "F2"}) {
        const auto& shipped = tests::lessonNamed(id);
        for (std::size_t step = 0; step < shipped.steps.size(); ++step) {
            QVERIFY(lesson.open(shipped, step));
            stage.settle();
            addNameless(stage, nameless);
        }
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.values().join(u'\n')));
}

/// Of another input they tell others.
void TstAccessibleTree::chartsTellTheirValues()
{
    const tests::Home home;
    Stage stage("llama3-70b-v5p");
    const auto told = [&](int tab) {
        stage.openTab(tab);
        QMap<QString, QString> texts;
        walk(QAccessible::queryAccessibleInterface(&stage.window), [&](QAccessibleInterface& object) {
            if (qobject_cast<const ui::Chart*>(object.object()))
                texts[object.text(QAccessible::Name)] += object.text(QAccessible::Description);
        });
        return texts;
    };
    int charts = 0;
    for (int tab = 1; tab < stage.part<ui::Tabs>("tabs")->count(); ++tab) {
        const auto before = told(tab);
        const char* field = tab == 2 ? "op.B" : tab == 3 ? "shard.size.J" : "work.batch";
        QVERIFY(stage.window.session().edit(field, 4096.0));
        stage.settle();
        const auto after = told(tab);
        for (auto chart = before.begin(); chart != before.end(); ++chart, ++charts)
            QVERIFY2(!chart.key().isEmpty() && after.value(chart.key()) != *chart && !after[chart.key()].isEmpty(),
                     qPrintable(chart.key() + u' ' + *chart));
        stage.window.session().undoStack().undo();
        stage.settle();
    }
    QVERIFY(charts >= 12);
}

/// By the tree alone: set, and read back.
void TstAccessibleTree::aValueIsSetAndRead()
{
    const tests::Home home;
    Stage stage;
    QAccessibleInterface* slider = nullptr;
    int sliders = 0;
    walk(QAccessible::queryAccessibleInterface(&stage.window), [&](QAccessibleInterface& object) {
        if (object.role() != QAccessible::Slider)
            return;
        ++sliders;
        const auto* value = object.valueInterface();
        QVERIFY(value && value->minimumValue().toDouble() < value->maximumValue().toDouble());
        QVERIFY2(!object.text(QAccessible::Value).isEmpty(), qPrintable(placeOf(object)));
        if (object.text(QAccessible::Name) == QLatin1String("Batch"))
            slider = &object;
    });
    QVERIFY(slider && sliders > 1);
    slider->valueInterface()->setCurrentValue(4096.0);
    stage.settle();
    QCOMPARE(stage.window.session().scenario().work.batch, 4096.0);
    QCOMPARE(slider->valueInterface()->currentValue().toDouble(), 4096.0);
    QVERIFY(slider->text(QAccessible::Value).startsWith(QStringLiteral("4,096 tokens")));
    stage.window.session().undoStack().setClean();
}

ROOFLIGHT_TEST(TstAccessibleTree)
#include "tst_accessible_tree.moc"
