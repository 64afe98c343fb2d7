// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of a course are of the kind that their endings say.
#include "core/io/course_shelves.h"
#include "support/suite.h"

#include <QByteArray>

#include <string_view>
#include <tuple>

using namespace core;

class TstCourseShelves : public QObject
{
    Q_OBJECT
private slots:
    void picturesAreKnownByTheirFirstBytes_data();
    void picturesAreKnownByTheirFirstBytes();
};

/// As PNG (RFC 2083), GIF87a and GIF89a, and JFIF have them; an SVG is text.
void TstCourseShelves::picturesAreKnownByTheirFirstBytes_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("other");
    for (const auto& [path, good, kind] : {std::tuple("pictures/a.png", "\x89PNG\r\n\x1a\n", "PNG"),
                                           {"pictures/a.gif", "GIF87a", "GIF"},
                                           {"pictures/a.gif", "GIF89a", "GIF"},
                                           {"pictures/a.jpg", "\xff\xd8\xff\xe0", "JPEG"},
                                           {"pictures/a.svg", "<?xml version=\"1.0\"?>\n<svg/>", "SVG"}}) {
        QTest::addRow("%s", good) << QByteArray(path) << QByteArray(good) << QByteArray();
        for (const char* bad : {"", "notpng", "<html></html>"})
            QTest::addRow("%s in %s", bad, path) << QByteArray(path) << QByteArray(bad) << QByteArray(kind);
    }
    QTest::newRow("a note") << QByteArray("notes/a.md") << QByteArray("notpng") << QByteArray();
}

void TstCourseShelves::picturesAreKnownByTheirFirstBytes()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, other);
    const auto found = otherThanNamed(std::string_view(path.data(), std::size_t(path.size())),
                                      std::string_view(bytes.data(), std::size_t(bytes.size())));
    QCOMPARE(QByteArray(found.data(), std::ssize(found)), other);
}

ROOFLIGHT_TEST(TstCourseShelves)
#include "tst_course_shelves.moc"
