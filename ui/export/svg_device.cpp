// SPDX-License-Identifier: GPL-3.0-or-later
// The SVG document and the engine that writes its elements: paths, polylines, text, clips, dashes, gradients, images.
#include "ui/export/svg_device.h"

#include "core/quantity/format.h"

#include <QBuffer>
#include <QFont>
#include <QImage>
#include <QMap>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPen>
#include <QPixmap>
#include <QTransform>

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

class SvgDevice::Engine : public QPaintEngine
{
public:
    Engine() : QPaintEngine(AllFeatures) {}

    QString body() const;
    QString definitions() const { return m_definitions; }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState&) override;
    void drawPath(const QPainterPath&) override;
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode) override;
    void drawPixmap(const QRectF& to, const QPixmap&, const QRectF& from) override;
    void drawImage(const QRectF& to, const QImage&, const QRectF& from, Qt::ImageConversionFlags) override;
    void drawTextItem(const QPointF& at, const QTextItem&) override;

private:
    void add(const QString& element);
    void takeClip(const QPainterPath&, Qt::ClipOperation);
    QString fill();
    QString stroke() const;
    QString linearGradient(const QLinearGradient&);

    QTransform m_transform;
    QPen m_pen;
    QBrush m_brush;
    qreal m_opacity = 1;
    bool m_clipped = false;
    QPainterPath m_clip;                             // in device units
    QString m_clipId, m_openClip;                    // of the present clip, and of the group that is open in the body
    QMap<QString, QString> m_clipIds, m_gradientIds; // by content
    QString m_body, m_definitions;
};

QString SvgDevice::Engine::body() const { return m_openClip.isEmpty() ? m_body : m_body + QStringLiteral("</g>\n"); }

void SvgDevice::Engine::updateState(const QPaintEngineState& now)
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
void SvgDevice::Engine::add(const QString& element)
{
    const QString clip = m_clipped ? m_clipId : QString();
    if (clip != m_openClip) {
        if (!m_openClip.isEmpty())
            m_body += QStringLiteral("</g>\n");
        if (!clip.isEmpty())
            m_body += QStringLiteral("<g clip-path=\"url(#%1)\">\n").arg(clip);
        m_openClip = clip;
    }
    m_body += element + u'\n';
}

void SvgDevice::Engine::takeClip(const QPainterPath& path, Qt::ClipOperation operation)
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

void SvgDevice::Engine::drawPath(const QPainterPath& path)
{
    const QString rule =
        path.fillRule() == Qt::OddEvenFill ? attribute("fill-rule", QStringLiteral("evenodd")) : QString();
    add(QStringLiteral("<path") + attribute("d", pathData(path)) + fill() + rule + stroke() + placed(m_transform) +
        QStringLiteral("/>"));
}

void SvgDevice::Engine::drawPolygon(const QPointF* points, int count, PolygonDrawMode mode)
{
    QStringList list;
    for (int i = 0; i < count; ++i)
        list.append(number(points[i].x()) + u',' + number(points[i].y()));
    const bool open = mode == PolylineMode;
    add((open ? QStringLiteral("<polyline") : QStringLiteral("<polygon")) + attribute("points", list.join(u' ')) +
        (open ? attribute("fill", QStringLiteral("none")) : fill()) + stroke() + placed(m_transform) +
        QStringLiteral("/>"));
}

void SvgDevice::Engine::drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from)
{
    drawImage(to, pixmap.toImage(), from, Qt::AutoColor);
}

void SvgDevice::Engine::drawImage(const QRectF& to, const QImage& image, const QRectF& from, Qt::ImageConversionFlags)
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

void SvgDevice::Engine::drawTextItem(const QPointF& at, const QTextItem& item)
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

QString SvgDevice::Engine::fill()
{
    if (m_brush.style() == Qt::NoBrush)
        return attribute("fill", QStringLiteral("none"));
    const QGradient* gradient = m_brush.gradient();
    if (gradient && gradient->type() == QGradient::LinearGradient)
        return attribute(
            "fill", QStringLiteral("url(#%1)").arg(linearGradient(static_cast<const QLinearGradient&>(*gradient))));
    return paint(QStringLiteral("fill"), m_brush.color(), m_opacity);
}

QString SvgDevice::Engine::linearGradient(const QLinearGradient& gradient)
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

QString SvgDevice::Engine::stroke() const
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

SvgDevice::SvgDevice(const QSize& size, const QString& title, const QString& metadata)
    : m_size(size), m_title(title), m_metadata(metadata), m_engine(std::make_unique<Engine>())
{
}

SvgDevice::~SvgDevice() = default;

QPaintEngine* SvgDevice::paintEngine() const { return m_engine.get(); }

namespace
{

/// XML holds neither U+FFFE and U+FFFF nor control characters other than tabs and ends of lines (XML 1.0, 2.2).
QString forXml(QString text)
{
    for (QChar& letter : text) {
        const char16_t code = letter.unicode();
        const bool control = code < u' ' && code != u'\t' && code != u'\n' && code != u'\r';
        if (control || code >= 0xfffe)
            letter = QChar::ReplacementCharacter;
    }
    return text;
}

} // namespace

QByteArray SvgDevice::document() const
{
    const QString size =
        QStringLiteral("width=\"%1\" height=\"%2\" viewBox=\"0 0 %1 %2\"").arg(m_size.width()).arg(m_size.height());
    const QString text = QStringLiteral("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" ") +
                         size + QStringLiteral(">\n<title>") + m_title.toHtmlEscaped() + QStringLiteral("</title>\n") +
                         m_metadata + QStringLiteral("<defs>\n") + m_engine->definitions() +
                         QStringLiteral("</defs>\n") + m_engine->body() + QStringLiteral("</svg>\n");
    return forXml(text).toUtf8();
}

int SvgDevice::metric(PaintDeviceMetric metric) const
{
    constexpr int dpi = 96; // one unit is one CSS pixel
    switch (metric) {
    case PdmWidth:
        return m_size.width();
    case PdmHeight:
        return m_size.height();
    case PdmWidthMM:
        return qRound(m_size.width() * 25.4 / dpi);
    case PdmHeightMM:
        return qRound(m_size.height() * 25.4 / dpi);
    case PdmNumColors:
        return 1 << 24;
    case PdmDepth:
        return 32;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    default:
        return dpi;
    }
}

} // namespace ui
