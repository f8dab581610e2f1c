// SPDX-License-Identifier: GPL-3.0-or-later
// What a view writes with its own painter, and where: texts that lie over one another or leave the view.
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>

#include <algorithm>

namespace lamella::test {

struct PaintedText {
    QString text;
    QRectF area; // what of it is seen, in pixels of the widget
    double tall; // with what is not seen
    double wide;
    QFont font;
};

class TextEngine : public QPaintEngine {
public:
    TextEngine()
        : QPaintEngine(QPaintEngine::AllFeatures)
    {
    }
    bool begin(QPaintDevice *) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState &) override { }
    void drawPixmap(const QRectF &, const QPixmap &, const QRectF &) override { }
    void drawImage(const QRectF &, const QImage &, const QRectF &, Qt::ImageConversionFlags) override { }
    void drawPath(const QPainterPath &) override { }
    void drawPolygon(const QPointF *, int, PolygonDrawMode) override { }
    void drawRects(const QRect *, int) override { }
    void drawRects(const QRectF *, int) override { }
    void drawTextItem(const QPointF &at, const QTextItem &item) override
    {
        QRectF area = painter()->combinedTransform().mapRect(
            QRectF(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent()));
        const double tall = area.height();
        const double wide = area.width();
        if (painter()->hasClipping())
            area = area.intersected(painter()->combinedTransform().mapRect(painter()->clipBoundingRect()));
        if (!area.isEmpty() && !item.text().trimmed().isEmpty())
            texts.push_back({item.text(), area, tall, wide, item.font()});
    }

    std::vector<PaintedText> texts;
};

class TextDevice : public QPaintDevice {
public:
    explicit TextDevice(const QWidget &widget)
        : m_widget(widget)
    {
    }
    QPaintEngine *paintEngine() const override { return &m_engine; }
    const std::vector<PaintedText> &texts() const { return m_engine.texts; }

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_widget.width();
        case PdmHeight:
            return m_widget.height();
        case PdmDpiX:
        case PdmPhysicalDpiX:
            return m_widget.logicalDpiX();
        case PdmDpiY:
        case PdmPhysicalDpiY:
            return m_widget.logicalDpiY();
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(QPaintDevice::devicePixelRatioFScale());
        case PdmDepth:
            return 32;
        default:
            return QPaintDevice::metric(metric);
        }
    }

private:
    const QWidget &m_widget;
    mutable TextEngine m_engine;
};

inline std::vector<PaintedText> paintedTexts(QWidget &widget)
{
    TextDevice device(widget);
    QPainter painter(&device);
    widget.render(&painter, {}, {}, QWidget::RenderFlags());
    painter.end();
    return device.texts();
}

// Of the texts of one widget, without those of its children: pairs of which one hides a third or more of the other's height, and
// texts that lack as much themselves.
inline QStringList crowdedTexts(const QString &where, QWidget &widget)
{
    constexpr double kMax = 1.0 / 3;
    constexpr double kMaxSidePx = 3; // part of a letter; more is not said with an ellipsis
    QStringList wrong;
    const std::vector<PaintedText> texts = paintedTexts(widget);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const QRectF a = texts[i].area.intersected(QRectF(widget.rect()));
        if (a.height() < texts[i].tall * (1 - kMax))
            wrong << QStringLiteral("%1: “%2” is cut").arg(where, texts[i].text);
        if (texts[i].area.width() < texts[i].wide - kMaxSidePx) // not by the end of a view that is scrolled
            wrong << QStringLiteral("%1: “%2” is cut at its side").arg(where, texts[i].text);
        for (std::size_t j = i + 1; j < texts.size(); ++j) {
            const QRectF both = a.intersected(texts[j].area);
            if (both.width() > 2 && both.height() > kMax * std::min(a.height(), texts[j].area.height()))
                wrong << QStringLiteral("%1: “%2” lies over “%3”").arg(where, texts[i].text, texts[j].text);
        }
    }
    return wrong;
}

} // namespace lamella::test
