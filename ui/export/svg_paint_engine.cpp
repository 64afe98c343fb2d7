// SPDX-License-Identifier: GPL-3.0-or-later
// Paths, polylines, text, clips, dashes, gradients and images as SVG elements.
#include "ui/export/svg_paint_engine.h"

#include "core/quantity/format.h"

#include <QBuffer>
#include <QFont>
#include <QImage>
#include <QPixmap>

#include <cmath>

namespace ui
{

namespace
{

// At most three decimals: a thousandth of a pixel is not seen, and the file stays small.
QString number(qreal value)
{
    const double rounded = std::round(value * 1000) / 1000;
    return QString::fromStdString(core::exactText(rounded == 0 ? 0 : rounded));
}

QString point(const QPointF& p) { return number(p.x()) + u' ' + number(p.y()); }

QString pathData(const QPainterPath& path)
{
    QString data;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element& element = path.elementAt(i);
        switch (element.type) {
        case QPainterPath::MoveToElement:
            data += u'M';
            break;
        case QPainterPath::LineToElement:
            data += u'L';
            break;
        case QPainterPath::CurveToElement:
            data += u'C';
            break;
        case QPainterPath::CurveToDataElement:
            data += u' ';
            break;
        }
        data += point(element);
    }
    return data;
}

QString attribute(const char* name, const QString& value)
{
    return u' ' + QString::fromLatin1(name) + QStringLiteral("=\"") + value + u'"';
}

QString paint(const QString& role, const QColor& colour, qreal opacity)
{
    const qreal alpha = colour.alphaF() * opacity;
    const QString text = u' ' + role + QStringLiteral("=\"") + colour.name(QColor::HexRgb) + u'"';
    return alpha < 1 ? text + u' ' + role + QStringLiteral("-opacity=\"") + number(alpha) + u'"' : text;
}

QString placed(const QTransform& t)
{
    if (t.isIdentity())
        return {};
    const QStringList numbers{number(t.m11()), number(t.m12()), number(t.m21()),
                              number(t.m22()), number(t.dx()),  number(t.dy())};
    return attribute("transform", QStringLiteral("matrix(%1)").arg(numbers.join(u' ')));
}

} // namespace

QString SvgPaintEngine::body() const { return m_openClip.isEmpty() ? m_body : m_body + QStringLiteral("</g>\n"); }

void SvgPaintEngine::updateState(const QPaintEngineState& now)
{
    const DirtyFlags dirty = now.state();
    if (dirty & DirtyTransform)
        m_transform = now.transform();
    if (dirty & DirtyPen)
        m_pen = now.pen();
    if (dirty & DirtyBrush)
        m_brush = now.brush();
    if (dirty & DirtyOpacity)
        m_opacity = now.opacity();
    if (dirty & DirtyClipPath)
        takeClip(now.clipPath(), now.clipOperation());
    if (dirty & DirtyClipRegion) {
        QPainterPath path;
        path.addRegion(now.clipRegion());
        takeClip(path, now.clipOperation());
    }
    if (dirty & DirtyClipEnabled)
        m_clipped = now.isClipEnabled() && !m_clip.isEmpty();
}

// Elements that follow each other under one clip share a group.
void SvgPaintEngine::add(const QString& element)
{
    const QString clip = m_clipped ? m_clipId : QString();
    if (clip != m_openClip) {
        m_body = body();
        if (!clip.isEmpty())
            m_body += QStringLiteral("<g clip-path=\"url(#%1)\">\n").arg(clip);
        m_openClip = clip;
    }
    m_body += element + u'\n';
}

void SvgPaintEngine::takeClip(const QPainterPath& path, Qt::ClipOperation operation)
{
    if (operation == Qt::NoClip) {
        m_clipped = false;
        m_clip = {};
        return;
    }
    const QPainterPath mapped = m_transform.map(path);
    m_clip = operation == Qt::IntersectClip && m_clipped ? m_clip.intersected(mapped) : mapped;
    m_clipped = true;
    const QString data = pathData(m_clip);
    QString& id = m_clipIds[data];
    if (id.isEmpty()) {
        id = QStringLiteral("clip%1").arg(m_clipIds.size());
        m_definitions += QStringLiteral("<clipPath id=\"%1\"><path d=\"%2\"/></clipPath>\n").arg(id, data);
    }
    m_clipId = id;
}

void SvgPaintEngine::drawPath(const QPainterPath& path)
{
    const QString rule =
        path.fillRule() == Qt::OddEvenFill ? attribute("fill-rule", QStringLiteral("evenodd")) : QString();
    add(QStringLiteral("<path") + attribute("d", pathData(path)) + fill() + rule + stroke() + placed(m_transform) +
        QStringLiteral("/>"));
}

void SvgPaintEngine::drawPolygon(const QPointF* points, int count, PolygonDrawMode mode)
{
    QStringList list;
    for (int i = 0; i < count; ++i)
        list.append(number(points[i].x()) + u',' + number(points[i].y()));
    const bool open = mode == PolylineMode;
    add((open ? QStringLiteral("<polyline") : QStringLiteral("<polygon")) + attribute("points", list.join(u' ')) +
        (open ? attribute("fill", QStringLiteral("none")) : fill()) + stroke() + placed(m_transform) +
        QStringLiteral("/>"));
}

void SvgPaintEngine::drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from)
{
    drawImage(to, pixmap.toImage(), from, Qt::AutoColor);
}

void SvgPaintEngine::drawImage(const QRectF& to, const QImage& image, const QRectF& from, Qt::ImageConversionFlags)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.copy(from.toRect()).save(&buffer, "PNG");
    add(QStringLiteral("<image") + attribute("x", number(to.x())) + attribute("y", number(to.y())) +
        attribute("width", number(to.width())) + attribute("height", number(to.height())) +
        attribute("href", QStringLiteral("data:image/png;base64,") + QString::fromLatin1(bytes.toBase64())) +
        placed(m_transform) + QStringLiteral("/>"));
}

void SvgPaintEngine::drawTextItem(const QPointF& at, const QTextItem& item)
{
    const QFont font = item.font();
    QStringList families;
    for (const QString& family : font.families())
        families.append(u'\'' + family.toHtmlEscaped() + u'\'');
    families.append(QStringLiteral("sans-serif"));
    const qreal size = font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF() * 96 / 72;
    const QString weight =
        font.weight() == QFont::Normal ? QString() : attribute("font-weight", QString::number(font.weight()));
    add(QStringLiteral("<text") + attribute("x", number(at.x())) + attribute("y", number(at.y())) +
        attribute("font-family", families.join(QStringLiteral(", "))) + attribute("font-size", number(size)) + weight +
        (font.italic() ? attribute("font-style", QStringLiteral("italic")) : QString()) +
        paint(QStringLiteral("fill"), m_pen.color(), m_opacity) + attribute("xml:space", QStringLiteral("preserve")) +
        placed(m_transform) + u'>' + item.text().toHtmlEscaped() + QStringLiteral("</text>"));
}

QString SvgPaintEngine::fill()
{
    if (m_brush.style() == Qt::NoBrush)
        return attribute("fill", QStringLiteral("none"));
    const QGradient* gradient = m_brush.gradient();
    if (gradient && gradient->type() == QGradient::LinearGradient)
        return attribute(
            "fill", QStringLiteral("url(#%1)").arg(linearGradient(static_cast<const QLinearGradient&>(*gradient))));
    return paint(QStringLiteral("fill"), m_brush.color(), m_opacity);
}

QString SvgPaintEngine::linearGradient(const QLinearGradient& gradient)
{
    QString content = attribute("gradientUnits", QStringLiteral("userSpaceOnUse")) +
                      attribute("x1", number(gradient.start().x())) + attribute("y1", number(gradient.start().y())) +
                      attribute("x2", number(gradient.finalStop().x())) +
                      attribute("y2", number(gradient.finalStop().y())) + u'>';
    for (const QGradientStop& stop : gradient.stops())
        content += QStringLiteral("<stop") + attribute("offset", number(stop.first)) +
                   attribute("stop-color", stop.second.name(QColor::HexRgb)) +
                   attribute("stop-opacity", number(stop.second.alphaF())) + QStringLiteral("/>");
    QString& id = m_gradientIds[content];
    if (id.isEmpty()) {
        id = QStringLiteral("gradient%1").arg(m_gradientIds.size());
        m_definitions +=
            QStringLiteral("<linearGradient id=\"%1\"").arg(id) + content + QStringLiteral("</linearGradient>\n");
    }
    return id;
}

QString SvgPaintEngine::stroke() const
{
    if (m_pen.style() == Qt::NoPen)
        return {};
    const qreal width = m_pen.widthF() > 0 ? m_pen.widthF() : 1;
    QString text = paint(QStringLiteral("stroke"), m_pen.color(), m_opacity) + attribute("stroke-width", number(width));
    if (m_pen.isCosmetic())
        text += attribute("vector-effect", QStringLiteral("non-scaling-stroke"));
    if (m_pen.capStyle() != Qt::FlatCap)
        text += attribute("stroke-linecap",
                          m_pen.capStyle() == Qt::RoundCap ? QStringLiteral("round") : QStringLiteral("square"));
    if (m_pen.joinStyle() != Qt::MiterJoin)
        text += attribute("stroke-linejoin",
                          m_pen.joinStyle() == Qt::RoundJoin ? QStringLiteral("round") : QStringLiteral("bevel"));
    QStringList dashes;
    for (const qreal dash : m_pen.dashPattern())
        dashes.append(number(dash * width));
    return dashes.isEmpty() ? text : text + attribute("stroke-dasharray", dashes.join(u' '));
}

} // namespace ui
