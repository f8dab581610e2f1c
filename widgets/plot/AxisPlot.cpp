// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/AxisPlot.h"

#include "widgets/plot/PlotCanvas.h"

#include <QEvent>
#include <QFocusEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPen>
#include <QRectF>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella::ui {

namespace {

constexpr const char *kAtRight = "atRight"; // property of a text: where it stands if it has room
constexpr int kClickPx = 4; // a press that moves further is a drag
constexpr int kPickPx = 5;
constexpr double kBarWidth = 0.82;
constexpr double kLabelGapPx = 4;
constexpr int kTextPadPx = 8;
constexpr int kStepPx = 4; // of the cursor by an arrow key
constexpr double kZoom = 1.5;

// Ticks with the texts of the owner.
class LabelTicker : public QCPAxisTicker {
public:
    explicit LabelTicker(const PlotAxis &axis)
        : m_label(axis.label)
        , m_ticks(axis.ticks)
        , m_integers(axis.integers)
    {
    }

protected:
    QString getTickLabel(double tick, const QLocale &locale, QChar format, int precision) override
    {
        return m_label ? m_label(tick) : QCPAxisTicker::getTickLabel(tick, locale, format, precision);
    }
    double getTickStep(const QCPRange &range) override
    {
        const double step = QCPAxisTicker::getTickStep(range);
        return m_integers ? std::max(1.0, std::ceil(step)) : step;
    }
    QVector<double> createTickVector(double step, const QCPRange &range) override
    {
        return m_ticks ? m_ticks(range.lower, range.upper) : QCPAxisTicker::createTickVector(step, range);
    }

private:
    std::function<QString(double)> m_label;
    std::function<QVector<double>(double, double)> m_ticks;
    bool m_integers;
};

class LogLabelTicker : public QCPAxisTickerLog {
public:
    explicit LogLabelTicker(std::function<QString(double)> label)
        : m_label(std::move(label))
    {
    }

protected:
    QString getTickLabel(double tick, const QLocale &locale, QChar format, int precision) override
    {
        return m_label ? m_label(tick) : QCPAxisTickerLog::getTickLabel(tick, locale, format, precision);
    }

private:
    std::function<QString(double)> m_label;
};

} // namespace

struct AxisPlot::Items {
    QVector<PlotDot> dots;
    QVector<QCPGraph *> dotGraphs;
    QCPGraph *lastArea = nullptr;
    QCPItemLine *cursor = nullptr;
    QCPItemRect *band = nullptr;
    QVector<double> barTops;
    QVector<QCPItemText *> texts;
    QVector<QCPAbstractItem *> labelItems; // of dots
    QVector<QRectF> labels; // of dots, in px
    int selectedDot = -1;
    int selectedBar = -1;
    QCPItemRect *barBand = nullptr;
    QVector<QCPItemText *> barTexts;
    double cursorAt = std::numeric_limits<double>::quiet_NaN();
    double bandBegin = std::numeric_limits<double>::quiet_NaN();
    double bandEnd = std::numeric_limits<double>::quiet_NaN();
};

AxisPlot::AxisPlot(QWidget *parent)
    : QWidget(parent)
    , m_plot(new PlotCanvas(this))
    , m_items(std::make_unique<Items>())
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1); // the focus ring
    layout->addWidget(m_plot);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setMinimumMargins(QMargins(8, 8, 12, 4));
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->installEventFilter(this);
    m_plot->setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(m_plot, &QCustomPlot::afterLayout, this, &AxisPlot::placeLabels);
    connect(m_plot->xAxis, qOverload<const QCPRange &>(&QCPAxis::rangeChanged), this, [this](const QCPRange &range) {
        m_plot->xAxis2->setRange(range);
        fitBarTexts();
        emit viewChanged(range.lower, range.upper);
    });
}

AxisPlot::~AxisPlot() = default;

void AxisPlot::setLook(const PlotLook &look)
{
    m_look = look;
    m_plot->setBackground(look.base);
    update();
    styleAxes();
}

void AxisPlot::setAxes(const PlotAxis &x, const PlotAxis &y)
{
    m_x = x;
    m_y = y;
    const auto set = [](QCPAxis *axis, const PlotAxis &spec) {
        axis->setScaleType(spec.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        if (spec.logarithmic)
            axis->setTicker(QSharedPointer<LogLabelTicker>::create(spec.label));
        else
            axis->setTicker(QSharedPointer<LabelTicker>::create(spec));
    };
    const auto show = [&set](QCPAxis *axis, QCPAxis *other, const PlotAxis &spec) {
        set(axis, spec);
        set(other, spec);
        other->setVisible(spec.opposite);
        axis->setTickLabels(!spec.opposite);
        axis->setTicks(!spec.opposite);
        axis->setLabel(spec.opposite ? QString() : spec.title);
        other->setLabel(spec.opposite ? spec.title : QString());
    };
    show(m_plot->xAxis, m_plot->xAxis2, x);
    show(m_plot->yAxis, m_plot->yAxis2, y);
    Qt::Orientations zoomed;
    zoomed.setFlag(Qt::Horizontal, x.zoomable);
    zoomed.setFlag(Qt::Vertical, y.zoomable);
    m_plot->axisRect()->setRangeZoom(zoomed);
    m_plot->axisRect()->setRangeDrag(zoomed);
    styleAxes();
}

void AxisPlot::setSideMargins(int leftPx, int rightPx)
{
    QCPAxisRect *rect = m_plot->axisRect();
    rect->setAutoMargins(QCP::msTop | QCP::msBottom);
    const int frame = contentsMargins().left() + layout()->contentsMargins().left();
    rect->setMargins(QMargins(leftPx - frame, rect->margins().top(), rightPx - frame, rect->margins().bottom()));
}

void AxisPlot::styleAxes()
{
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis, m_plot->xAxis2, m_plot->yAxis2}) {
        axis->setBasePen(QPen(m_look.axis, 0));
        axis->setTickPen(QPen(m_look.axis, 0));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(m_look.text2);
        axis->setLabelColor(m_look.text2);
        axis->setTickLabelFont(m_look.caption);
        axis->setLabelFont(m_look.caption);
        axis->grid()->setPen(QPen(m_look.grid, 0));
        axis->grid()->setZeroLinePen(QPen(m_look.axis, 0));
    }
}

void AxisPlot::clear()
{
    const double cursor = m_items->cursorAt;
    const double bandBegin = m_items->bandBegin;
    const double bandEnd = m_items->bandEnd;
    const int dot = m_items->selectedDot;
    const int bar = m_items->selectedBar;
    m_plot->clearItems();
    m_plot->clearPlottables();
    *m_items = {};
    m_items->cursorAt = cursor;
    m_items->bandBegin = bandBegin;
    m_items->bandEnd = bandEnd;
    m_items->selectedDot = dot;
    m_items->selectedBar = bar;
}

void AxisPlot::addArea(const QVector<double> &x, const QVector<double> &y, const QColor &fill)
{
    QCPGraph *graph = m_plot->addGraph();
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setPen(Qt::NoPen);
    graph->setBrush(fill);
    graph->setAntialiased(false);
    graph->setAntialiasedFill(false);
    graph->setData(x, y, true);
    if (m_items->lastArea != nullptr)
        graph->setChannelFillGraph(m_items->lastArea);
    m_items->lastArea = graph;
}

void AxisPlot::addLine(const PlotLine &line)
{
    if (line.steps) {
        QCPGraph *graph = m_plot->addGraph();
        graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->setPen(QPen(line.color, line.width, line.style));
        graph->setAntialiased(false);
        graph->setData(line.x, line.y, true);
        return;
    }
    auto *curve = new QCPCurve(m_plot->xAxis, m_plot->yAxis);
    curve->setPen(QPen(line.color, line.width, line.style));
    curve->setData(line.x, line.y);
}

void AxisPlot::addBars(const QVector<PlotBars> &stack)
{
    QCPBars *below = nullptr;
    for (const PlotBars &part : stack) {
        auto *bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
        QVector<double> keys(part.values.size());
        for (int i = 0; i < keys.size(); ++i)
            keys[i] = i;
        bars->setData(keys, part.values, true);
        bars->setWidth(kBarWidth);
        bars->setPen(Qt::NoPen);
        bars->setBrush(part.color);
        bars->setAntialiased(false);
        bars->setAntialiasedFill(false);
        if (below != nullptr)
            bars->moveAbove(below);
        below = bars;
        m_items->barTops.resize(std::max(m_items->barTops.size(), part.values.size()));
        for (int i = 0; i < part.values.size(); ++i)
            m_items->barTops[i] += part.values[i];
    }
    setSelectedBar(m_items->selectedBar);
}

void AxisPlot::addBarTexts(const QVector<QString> &texts)
{
    for (qsizetype bar = 0; bar < std::min(texts.size(), m_items->barTops.size()); ++bar) {
        if (texts[bar].isEmpty())
            continue;
        auto *item = new QCPItemText(m_plot);
        item->position->setCoords(static_cast<double>(bar), m_items->barTops[bar]);
        item->setText(texts[bar]);
        item->setFont(m_look.caption);
        item->setColor(m_look.text2);
        item->setPadding(QMargins(0, 0, 0, 2));
        item->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
        m_items->barTexts.push_back(item);
    }
    fitBarTexts();
}

void AxisPlot::fitBarTexts()
{
    const QFontMetrics metrics(m_look.caption);
    const double barPx = m_plot->xAxis->coordToPixel(1) - m_plot->xAxis->coordToPixel(0);
    int widest = 0;
    for (const QCPItemText *item : m_items->barTexts)
        widest = std::max(widest, metrics.horizontalAdvance(item->text()));
    for (QCPItemText *item : m_items->barTexts)
        item->setVisible(widest + 2 <= barPx);
}

void AxisPlot::addDot(const PlotDot &dot)
{
    QCPGraph *graph = m_plot->addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    const auto shape = dot.marked ? QCPScatterStyle::ssCrossCircle : QCPScatterStyle::ssCircle;
    QColor fill = dot.fill;
    fill.setAlphaF(0.85F);
    const bool selected = m_items->dots.size() == m_items->selectedDot;
    graph->setScatterStyle(
        QCPScatterStyle(shape, QPen(selected ? m_look.text : m_look.base, selected ? 2 : 1), fill, 2 * dot.radiusPx));
    graph->addData(dot.x, dot.y);
    m_items->dots.push_back(dot);
    m_items->dotGraphs.push_back(graph);
}

namespace {

// Where the label of a dot may be, the best place first: beside it, then at the end of a line from it. In px, from the dot.
QVector<QRectF> labelPlaces(const PlotDot &dot, const QFontMetrics &metrics)
{
    constexpr int kSteps = 5;
    constexpr double kAwayPx = 16;
    const double offset = dot.radiusPx + kLabelGapPx;
    const double width = metrics.horizontalAdvance(dot.label) + 2;
    const double height = metrics.height();
    if (dot.labelAbove)
        return {{-width / 2, -offset - height, width, height}};
    QVector<QRectF> places;
    for (int step = 0; step < kSteps; ++step)
        for (const bool left : {dot.labelLeft, !dot.labelLeft})
            for (const int down : {1, -1}) {
                const double away = step == 0 ? offset : offset + kAwayPx;
                const double y = step == 0 ? 0 : down * (dot.radiusPx + step * (height + 2));
                places.push_back({left ? -away - width : away, y - height / 2, width, height});
            }
    return places;
}

} // namespace

// The longer work is labelled first; a label for which there is no place is left out, and a tooltip has it.
// On the other side of its position where it would be cut.
void AxisPlot::keepInside(QCPItemText &text, const QRectF &plot)
{
    const auto stand = [&text](bool right) {
        text.setPositionAlignment((right ? Qt::AlignLeft : Qt::AlignRight) | (text.positionAlignment() & Qt::AlignVertical_Mask));
        return QRectF(text.topLeft->pixelPosition(), text.bottomRight->pixelPosition());
    };
    const auto fits = [&plot](const QRectF &box) { return box.left() >= plot.left() - 1 && box.right() <= plot.right() + 1; };
    const bool right = text.property(kAtRight).toBool();
    if (!fits(stand(right)) && !fits(stand(!right)))
        stand(right);
}

void AxisPlot::placeLabels()
{
    for (QCPAbstractItem *item : m_items->labelItems)
        m_plot->removeItem(item);
    m_items->labelItems.clear();
    m_items->labels.clear();
    const QFontMetrics metrics(m_look.caption);
    const QRectF plot = m_plot->axisRect()->rect();
    const auto at = [this](const PlotDot &dot) {
        return QPointF(m_plot->xAxis->coordToPixel(dot.x), m_plot->yAxis->coordToPixel(dot.y));
    };
    QVector<QRectF> taken;
    for (QCPItemText *text : m_items->texts) {
        keepInside(*text, plot);
        taken.push_back(QRectF(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition()));
    }
    for (const PlotDot &dot : m_items->dots)
        if (!dot.labelAbove)
            taken.push_back(QRectF(-dot.radiusPx, -dot.radiusPx, 2 * dot.radiusPx, 2 * dot.radiusPx).translated(at(dot)));
    for (const PlotDot &dot : m_items->dots) {
        if (dot.label.isEmpty() || !plot.contains(at(dot)))
            continue;
        for (const QRectF &place : labelPlaces(dot, metrics)) {
            const QRectF where = place.translated(at(dot));
            const auto hides = [&where](const QRectF &other) { return other.intersects(where); };
            if (!plot.contains(where) || std::any_of(taken.begin(), taken.end(), hides))
                continue;
            taken.push_back(where);
            addLabel(dot, place);
            m_items->labels.push_back(where);
            break;
        }
    }
}

void AxisPlot::addLabel(const PlotDot &dot, const QRectF &place)
{
    auto *at = new QCPItemTracer(m_plot);
    at->setStyle(QCPItemTracer::tsNone);
    at->position->setCoords(dot.x, dot.y);
    m_items->labelItems.push_back(at);
    const auto hang = [at](QCPItemPosition *position, double x, double y) {
        position->setParentAnchor(at->position);
        position->setType(QCPItemPosition::ptAbsolute);
        position->setCoords(x, y);
    };
    if (!dot.labelAbove && std::abs(place.center().y()) > 1) {
        auto *line = new QCPItemLine(m_plot);
        line->setPen(QPen(m_look.text2, 0));
        const double edge = place.left() > 0 ? place.left() : place.right();
        const double share = dot.radiusPx / std::hypot(edge, place.center().y()); // from the rim of the dot
        hang(line->start, edge * share, place.center().y() * share);
        hang(line->end, edge, place.center().y());
        m_items->labelItems.push_back(line);
    }
    QCPItemText *item = makeText(dot.x, dot.y, dot.label, Qt::AlignRight, m_look.text);
    item->setPadding(QMargins(1, 1, 1, 1));
    hang(item->position, place.left(), place.center().y());
    m_items->labelItems.push_back(item);
}

QVector<QRect> AxisPlot::textRects() const
{
    QVector<QRect> rects;
    for (const QCPItemText *text : m_items->texts)
        rects.push_back(
            QRectF(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition()).toAlignedRect().translated(m_plot->pos()));
    return rects;
}

QVector<QRect> AxisPlot::labelRects() const
{
    QVector<QRect> rects;
    for (const QRectF &label : m_items->labels)
        rects.push_back(label.toAlignedRect().translated(m_plot->pos()));
    return rects;
}

// Labels of dots stay off it.
QCPItemText *AxisPlot::addText(double x, double y, const QString &text, Qt::Alignment side, const QColor &color)
{
    m_items->texts.push_back(makeText(x, y, text, side, color));
    return m_items->texts.back();
}

QCPItemText *AxisPlot::makeText(double x, double y, const QString &text, Qt::Alignment side, const QColor &color)
{
    auto *item = new QCPItemText(m_plot);
    item->position->setCoords(x, y);
    item->setText(text);
    item->setFont(m_look.caption);
    item->setColor(color);
    QColor halo = m_look.base;
    halo.setAlphaF(0.8F);
    item->setBrush(halo);
    item->setPadding(QMargins(kTextPadPx, 1, kTextPadPx, 1));
    const bool right = side.testFlag(Qt::AlignRight);
    item->setProperty(kAtRight, right);
    // QCPItemText says which part of the text is at the position.
    const Qt::Alignment upright = side.testFlag(Qt::AlignTop) ? Qt::AlignBottom
        : side.testFlag(Qt::AlignBottom)                      ? Qt::AlignTop
                                                              : Qt::AlignVCenter;
    item->setPositionAlignment((right ? Qt::AlignLeft : Qt::AlignRight) | upright);
    item->setTextAlignment(Qt::AlignLeft);
    item->setClipToAxisRect(true);
    return item;
}

void AxisPlot::setCursorAt(double x)
{
    m_items->cursorAt = x;
    if (m_items->cursor != nullptr) {
        m_plot->removeItem(m_items->cursor);
        m_items->cursor = nullptr;
    }
    if (std::isnan(x))
        return;
    m_items->cursor = new QCPItemLine(m_plot);
    m_items->cursor->setPen(QPen(m_look.accent, 1));
    m_items->cursor->start->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_items->cursor->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_items->cursor->start->setCoords(x, 0);
    m_items->cursor->end->setCoords(x, 1);
}

void AxisPlot::setBandAt(double x0, double x1)
{
    m_items->bandBegin = x0;
    m_items->bandEnd = x1;
    if (m_items->band != nullptr) {
        m_plot->removeItem(m_items->band);
        m_items->band = nullptr;
    }
    if (std::isnan(x0) || std::isnan(x1))
        return;
    constexpr float kTint = 0.07F;
    constexpr double kOutside = 0.1; // of the height, so that only the edges at the sides are seen
    QColor tint = m_look.accent;
    tint.setAlphaF(kTint);
    m_items->band = new QCPItemRect(m_plot);
    m_items->band->setPen(QPen(m_look.accent, 0));
    m_items->band->setBrush(tint);
    m_items->band->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_items->band->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_items->band->topLeft->setCoords(x0, -kOutside);
    m_items->band->bottomRight->setCoords(x1, 1 + kOutside);
}

void AxisPlot::setSelectedDot(int index)
{
    m_items->selectedDot = index;
    for (int i = 0; i < m_items->dotGraphs.size(); ++i) {
        QCPScatterStyle style = m_items->dotGraphs[i]->scatterStyle();
        style.setPen(QPen(i == index ? m_look.text : m_look.base, i == index ? 2 : 1));
        m_items->dotGraphs[i]->setScatterStyle(style);
    }
}

void AxisPlot::setSelectedBar(int index)
{
    m_items->selectedBar = index;
    if (m_items->barBand != nullptr) {
        m_plot->removeItem(m_items->barBand);
        m_items->barBand = nullptr;
    }
    if (index < 0 || index >= m_items->barTops.size())
        return;
    m_items->barBand = new QCPItemRect(m_plot);
    m_items->barBand->setPen(QPen(m_look.text, 1));
    m_items->barBand->setBrush(Qt::NoBrush);
    m_items->barBand->topLeft->setCoords(index - 0.5, m_items->barTops[index]);
    m_items->barBand->bottomRight->setCoords(index + 0.5, 0);
}

void AxisPlot::replot()
{
    static_cast<PlotCanvas *>(m_plot)->redraw();
}

void AxisPlot::setView(double x0, double x1, double y0, double y1)
{
    m_home[0] = x0;
    m_home[1] = x1;
    m_home[2] = y0;
    m_home[3] = y1;
    setRangeX(x0, x1);
    m_plot->yAxis->setRange(y0, y1);
}

void AxisPlot::setRangeX(double x0, double x1)
{
    const QSignalBlocker quiet(m_plot->xAxis);
    m_plot->xAxis->setRange(x0, x1);
    m_plot->xAxis2->setRange(x0, x1);
}

double AxisPlot::viewBegin() const
{
    return m_plot->xAxis->range().lower;
}

double AxisPlot::viewEnd() const
{
    return m_plot->xAxis->range().upper;
}

int AxisPlot::plotWidthPx() const
{
    return std::max(1, m_plot->axisRect()->width());
}

QRect AxisPlot::plotRect() const
{
    return m_plot->axisRect()->rect().translated(m_plot->pos());
}

void AxisPlot::zoom(double factor)
{
    m_plot->xAxis->scaleRange(1 / factor);
    replot();
}

void AxisPlot::fit()
{
    m_plot->yAxis->setRange(m_home[2], m_home[3]);
    m_plot->xAxis->setRange(m_home[0], m_home[1]);
    replot();
}

int AxisPlot::dotCount() const
{
    return static_cast<int>(m_items->dots.size());
}

int AxisPlot::barCount() const
{
    return static_cast<int>(m_items->barTops.size());
}

QString AxisPlot::dotTip(int dot) const
{
    return dot >= 0 && dot < dotCount() ? m_items->dots[dot].tip : QString();
}

double AxisPlot::dotX(int dot) const
{
    return dot >= 0 && dot < dotCount() ? m_items->dots[dot].x : std::numeric_limits<double>::quiet_NaN();
}

QRect AxisPlot::dotRect(int dot) const
{
    if (dot < 0 || dot >= dotCount())
        return {};
    const PlotDot &at = m_items->dots[dot];
    const auto radius = static_cast<int>(std::ceil(at.radiusPx));
    return QRect(qRound(m_plot->xAxis->coordToPixel(at.x)) - radius, qRound(m_plot->yAxis->coordToPixel(at.y)) - radius,
        2 * radius, 2 * radius)
        .translated(m_plot->pos());
}

QRect AxisPlot::barRect(int bar) const
{
    if (bar < 0 || bar >= barCount())
        return {};
    const int left = qRound(m_plot->xAxis->coordToPixel(bar - kBarWidth / 2));
    const int top = qRound(m_plot->yAxis->coordToPixel(m_items->barTops[bar]));
    return QRect(left, top, std::max(1, qRound(m_plot->xAxis->coordToPixel(bar + kBarWidth / 2)) - left),
        std::max(1, qRound(m_plot->yAxis->coordToPixel(0)) - top))
        .translated(m_plot->pos());
}

int AxisPlot::selectedDot() const
{
    return m_items->selectedDot < dotCount() ? m_items->selectedDot : -1;
}

int AxisPlot::selectedBar() const
{
    return m_items->selectedBar < barCount() ? m_items->selectedBar : -1;
}

int AxisPlot::dotAt(const QPoint &at) const
{
    int found = -1;
    double nearest = std::numeric_limits<double>::max();
    for (int i = 0; i < m_items->dots.size(); ++i) {
        const PlotDot &dot = m_items->dots[i];
        const double dx = m_plot->xAxis->coordToPixel(dot.x) - at.x();
        const double dy = m_plot->yAxis->coordToPixel(dot.y) - at.y();
        const double distance = std::hypot(dx, dy);
        // The smaller of two dots on one another is drawn above.
        if (distance <= std::max<double>(dot.radiusPx, kPickPx) && distance + dot.radiusPx < nearest) {
            nearest = distance + dot.radiusPx;
            found = i;
        }
    }
    return found;
}

int AxisPlot::barAt(const QPoint &at) const
{
    const auto bar = static_cast<int>(std::lround(m_plot->xAxis->pixelToCoord(at.x())));
    return bar >= 0 && bar < m_items->barTops.size() && m_plot->axisRect()->rect().contains(at) ? bar : -1;
}

void AxisPlot::pick(const QPoint &at)
{
    if (const int dot = dotAt(at); dot >= 0)
        emit dotPicked(dot);
    else if (const int bar = barAt(at); bar >= 0)
        emit barPicked(bar);
    else if (m_plot->axisRect()->rect().contains(at))
        emit positionPicked(m_plot->xAxis->pixelToCoord(at.x()));
}

bool AxisPlot::eventFilter(QObject *watched, QEvent *event)
{
    const auto *mouse = dynamic_cast<QMouseEvent *>(event);
    if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton) {
        m_pressed = mouse->pos();
        setFocus(Qt::MouseFocusReason);
    } else if (event->type() == QEvent::MouseButtonRelease && mouse->button() == Qt::LeftButton) {
        if ((mouse->pos() - m_pressed).manhattanLength() <= kClickPx)
            pick(mouse->pos());
    } else if (event->type() == QEvent::MouseButtonDblClick) {
        fit();
        return true;
    } else if (event->type() == QEvent::MouseMove && mouse->buttons() == Qt::NoButton) {
        pointAt(mouse->pos());
    } else if (event->type() == QEvent::Leave) {
        emit pointed(std::numeric_limits<double>::quiet_NaN());
    }
    return QWidget::eventFilter(watched, event);
}

void AxisPlot::pointAt(const QPoint &at)
{
    const bool inside = m_plot->axisRect()->rect().contains(at);
    const double x = m_plot->xAxis->pixelToCoord(at.x());
    const int dot = dotAt(at);
    m_plot->setToolTip(dot >= 0 ? m_items->dots[dot].tip : inside && m_tipAt ? m_tipAt(x) : QString());
    emit pointed(inside ? x : std::numeric_limits<double>::quiet_NaN());
}

void AxisPlot::stepTo(int index)
{
    if (barCount() > 0)
        emit barPicked(std::clamp(index, 0, barCount() - 1));
    else if (dotCount() > 0)
        emit dotPicked(std::clamp(index, 0, dotCount() - 1));
}

void AxisPlot::step(int by)
{
    if (barCount() > 0) {
        stepTo(m_items->selectedBar + by);
    } else if (!std::isnan(m_items->cursorAt)) {
        const double width = (viewEnd() - viewBegin()) / plotWidthPx();
        emit positionPicked(std::clamp(m_items->cursorAt + by * width * kStepPx, viewBegin(), viewEnd()));
    } else if (dotCount() > 1) {
        stepTo(m_items->selectedDot + by);
    }
}

void AxisPlot::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        return step(-1);
    case Qt::Key_Right:
    case Qt::Key_Down:
        return step(1);
    case Qt::Key_Home:
        return stepTo(0);
    case Qt::Key_End:
        return stepTo(std::max(barCount(), dotCount()) - 1);
    case Qt::Key_Plus:
        return zoom(kZoom);
    case Qt::Key_Minus:
        return zoom(1 / kZoom);
    case Qt::Key_0:
        return fit();
    default:
        QWidget::keyPressEvent(event);
    }
}

void AxisPlot::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitBarTexts();
    emit viewChanged(viewBegin(), viewEnd());
}

bool AxisPlot::isVector() const
{
    return property("vectorPicture").toBool();
}

// While a vector picture is made, the pixels of the plot are not wanted: paintEvent() draws it.
bool AxisPlot::event(QEvent *event)
{
    if (event->type() == QEvent::DynamicPropertyChange)
        m_plot->setVisible(!isVector());
    return QWidget::event(event);
}

void AxisPlot::paintEvent(QPaintEvent *)
{
    if (isVector()) {
        QCPPainter painter(this);
        painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
        m_plot->toPainter(&painter, width(), height());
        return;
    }
    QPainter painter(this);
    painter.setPen(m_focusRing ? m_look.accent : m_look.base);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void AxisPlot::focusInEvent(QFocusEvent *event)
{
    m_focusRing = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    QWidget::focusInEvent(event);
    update();
}

void AxisPlot::focusOutEvent(QFocusEvent *event)
{
    m_focusRing = false;
    QWidget::focusOutEvent(event);
    update();
}

} // namespace lamella::ui
