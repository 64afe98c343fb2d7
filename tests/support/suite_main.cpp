// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one suite of a test program (its name is the first argument) or, without a name, all of them.
#include "support/suite.h"

#include "ui/session/patience.h"

#ifdef ROOFLIGHT_TEST_WIDGETS
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif
#include <QMetaMethod>

#include <algorithm>
#include <cstdio>

namespace
{

// Qt Test runs private slots only and is silent about the others, so a test in the wrong section would never run.
bool allTestsArePrivateSlots(const QObject& suite)
{
    const QMetaObject* meta = suite.metaObject();
    bool good = meta->methodCount() > meta->methodOffset();
    for (int i = meta->methodOffset(); i < meta->methodCount(); ++i) {
        good = good && meta->method(i).access() == QMetaMethod::Private;
    }
    if (!good) {
        std::fprintf(stderr, "%s: every test has to be a private slot, and there has to be one\n", meta->className());
    }
    return good;
}

int failuresOf(const tests::Suite& suite, const QStringList& arguments)
{
    const std::unique_ptr<QObject> test = suite.make();
    return allTestsArePrivateSlots(*test) ? QTest::qExec(test.get(), arguments) : 1;
}

} // namespace

int main(int argc, char** argv)
{
    const Application application(argc, argv);
    ui::windowPatience = std::chrono::hours(1); // what a test looks at is there
    QStringList arguments = Application::arguments();
    const auto& all = tests::suites();
    int failures = 0;
    if (arguments.size() > 1 && !arguments[1].startsWith(u'-')) {
        const std::string wanted = arguments.takeAt(1).toStdString();
        const auto suite = std::ranges::find(all, wanted, &tests::Suite::name);
        if (suite == all.end()) {
            std::fprintf(stderr, "no suite is called %s\n", wanted.c_str());
            return 2;
        }
        failures = failuresOf(*suite, arguments);
    } else {
        for (const tests::Suite& suite : all) {
            failures += failuresOf(suite, arguments);
        }
        failures += all.empty() ? 1 : 0;
    }
    return std::min(failures, 127);
}
