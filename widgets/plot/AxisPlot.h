// SPDX-License-Identifier: GPL-3.0-or-later
// A chart with two axes: areas, lines, bars and dots, with zoom by wheel, drag and + and -, picking by click and by the arrow
// keys. Wraps QCustomPlot, which no other code sees. Rendered with the property vectorPicture it draws vectors. Knows neither
// traces nor the theme: its owner gives it numbers, texts and colours. GUI thread only.
#pragma once

#include <QColor>
#include <QFont>
#include <QRect>
#include <QSize>
#include <QString>
#include <QVector>
#include <QWidget>

#include <functional>
#include <memory>
#include <utility>

class QCPItemText;
class QCustomPlot;

namespace lamella::ui {

struct PlotLook {
    QColor base, grid, axis, text, text2, accent;
    QFont caption;
};

struct PlotAxis {
    QString title;
    bool logarithmic = false;
    bool integers = false; // ticks at whole numbers only
    bool zoomable = true;
    std::function<QString(double)> label; // of a tick; empty: the number
    std::function<QVector<double>(double, double)> ticks = {}; // of a range, ascending; empty: round numbers
    bool opposite = false; // numbers at the top or the right
};

struct PlotLine {
    QVector<double> x;
    QVector<double> y;
    QColor color;
    Qt::PenStyle style = Qt::SolidLine;
    bool steps = false;
    double width = 1.2;
};

struct PlotDot {
    double x = 0;
    double y = 0;
    double radiusPx = 4;
    QColor fill;
    QString label; // empty: none; beside the dot, or at the end of a line from it where another is in the way
    bool labelLeft = false; // rather than right
    bool labelAbove = false; // in place of beside
    QString tip;
    bool marked = false; // drawn with a cross: the value is impossible
};

struct PlotBars { // one value at each whole number from 0
    QVector<double> values;
    QColor color;
    QString name;
};

class AxisPlot : public QWidget {
    Q_OBJECT
public:
    explicit AxisPlot(QWidget *parent = nullptr);
    ~AxisPlot() override;

    void setLook(const PlotLook &look);
    void setAxes(const PlotAxis &x, const PlotAxis &y);
    void setSideMargins(int leftPx, int rightPx); // fixed, so that it lines up with what is above or below
    void clear(); // what is drawn; axes and view stay
    // Areas are stacked in the order of the calls: `y` are the upper edges, sums of the areas below. All share `x`.
    void addArea(const QVector<double> &x, const QVector<double> &y, const QColor &fill);
    void addLine(const PlotLine &line);
    void addBars(const QVector<PlotBars> &stack); // on top of one another
    void addBarTexts(const QVector<QString> &texts); // above the bars added before, while there is room for all of them
    void addDot(const PlotDot &dot);
    // At the position, on this side of it: left or right; above (top), below (bottom), else beside it.
    QCPItemText *addText(double x, double y, const QString &text, Qt::Alignment side, const QColor &color);
    // Tooltip outside of dots: of a position between the axes; empty: none.
    void setTips(std::function<QString(double)> tipAt) { m_tipAt = std::move(tipAt); }
    void setCursorAt(double x); // a vertical line; NaN: none. The arrow keys move it
    void setBandAt(double x0, double x1); // a tinted range over everything; NaN: none
    void setSelectedDot(int index); // -1: none
    void setSelectedBar(int index);
    void replot();

    void setView(double x0, double x1, double y0, double y1);
    void setRangeX(double x0, double x1); // without viewChanged()
    [[nodiscard]] double viewBegin() const;
    [[nodiscard]] double viewEnd() const;
    [[nodiscard]] int plotWidthPx() const;
    [[nodiscard]] QRect plotRect() const; // between the axes, in px of this widget
    void zoom(double factor); // of the horizontal axis, about its centre
    void fit(); // back to setView()
    [[nodiscard]] int dotCount() const;
    [[nodiscard]] int barCount() const;
    [[nodiscard]] QString dotTip(int dot) const;
    [[nodiscard]] double dotX(int dot) const; // NaN: no such dot
    [[nodiscard]] QRect dotRect(int dot) const; // in px of this widget
    [[nodiscard]] QVector<QRect> labelRects() const; // of dots, as painted last
    [[nodiscard]] QVector<QRect> textRects() const; // of addText(), as painted last
    [[nodiscard]] QRect barRect(int bar) const;
    [[nodiscard]] int dotAt(const QPoint &at) const; // -1: none
    [[nodiscard]] int barAt(const QPoint &at) const;
    [[nodiscard]] int selectedDot() const;
    [[nodiscard]] int selectedBar() const;
    [[nodiscard]] QSize sizeHint() const override { return {480, 260}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 120}; }

signals:
    void viewChanged(double begin, double end); // by the user
    void positionPicked(double x); // a click outside of dots and bars
    void dotPicked(int index);
    void barPicked(int index);
    void pointed(double x); // the position under the pointer; NaN: none

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void pick(const QPoint &at);
    void pointAt(const QPoint &at);
    void step(int by); // to the next bar, dot or position
    void stepTo(int index); // to this bar or dot
    void fitBarTexts();
    [[nodiscard]] bool isVector() const;
    void styleAxes();
    QCPItemText *makeText(double x, double y, const QString &text, Qt::Alignment side, const QColor &color);
    void placeLabels();
    static void keepInside(QCPItemText &text, const QRectF &plot);
    void addLabel(const PlotDot &dot, const QRectF &place);

    struct Items;
    QCustomPlot *m_plot;
    std::unique_ptr<Items> m_items;
    PlotLook m_look;
    PlotAxis m_x;
    PlotAxis m_y;
    std::function<QString(double)> m_tipAt;
    double m_home[4] = {0, 1, 0, 1};
    QPoint m_pressed;
    bool m_focusRing = false; // the focus came by key
};

} // namespace lamella::ui
