// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes with ruler and bands: one widget of the size of the visible part, however long the trace is. Static content is
// painted into a pixmap; cursor, hover and selection are painted over it.
#pragma once

#include "core/model/Selection.h"
#include "widgets/charts/ChartParts.h"
#include "widgets/charts/TipText.h"
#include "widgets/timeline/TimelineFlows.h"
#include "widgets/timeline/TimelinePainter.h"
#include "widgets/timeline/TimelineRows.h"

#include <QImage>
#include <QTimer>
#include <QVariantAnimation>
#include <QWidget>

#include <optional>

namespace lamella::ui {

class TimeRangeControl;

// The item at a point of the view.
struct TimelineHit {
    enum class Kind { Nothing, Ruler, Band, Group, Span, Link };
    Kind kind = Kind::Nothing;
    const TimelineRow *row = nullptr; // for Group, Span, Link
    core::LodCell cell; // for Span: the cell; for Link: its first row is the nearest span
    std::optional<TimelineBand> band;
    QRect rect;
};

class TimelineView : public QWidget, public ChartParts {
    Q_OBJECT
public:
    TimelineView(NavigationBus &bus, TimeRangeControl &range, QWidget *parent = nullptr);

    void setData(TimelineDataPtr data); // null empties the view
    void setEmptyText(const QString &text);
    [[nodiscard]] bool isMoving() const { return m_motion.state() == QAbstractAnimation::Running; }
    [[nodiscard]] const TimelineRows &rows() const { return m_rows; }
    [[nodiscard]] TimelineFrame frame() const;
    [[nodiscard]] TimelineHit hitAt(QPoint position) const;
    // Rectangle of a kernel or event in widget coordinates; null if its row is not visible.
    [[nodiscard]] QRect rectOf(const core::Selection &selection) const;
    [[nodiscard]] int scrollY() const { return m_scrollY; }
    [[nodiscard]] int scrollRange() const;
    void setScrollY(int y);
    void showRange(core::TimeRange range, bool animated);
    // Ranges to highlight across all lanes (ascending, not touching); empty = none.
    void setMarks(std::vector<core::TimeRange> ascending);
    [[nodiscard]] const std::vector<core::TimeRange> &marks() const { return m_marks; }
    // Kernels that match the filter; all others are drawn faint. Null = no filter.
    void setMatches(std::shared_ptr<const core::KernelMatches> matches);
    // Kernels of the selected name: all others are drawn paler. Null: all alike.
    void setLit(std::optional<core::KernelsOfName> lit);
    // Arrangement of the tracks. setLaterArrangement() sets that of the next trace, which otherwise starts as recorded.
    [[nodiscard]] const TrackArrangement &arrangement() const { return m_arrangement; }
    void setArrangement(const TrackArrangement &arrangement);
    void setLaterArrangement(const TrackArrangement &arrangement) { m_laterArrangement = arrangement; }
    void moveTrack(const QString &key, int by); // within its group
    [[nodiscard]] QString trackAt(QPoint position) const; // key of the track; empty: none
    [[nodiscard]] QString activeTrack() const; // of the selection, else under the pointer
    [[nodiscard]] QString labelOfTrack(const QString &key) const;
    [[nodiscard]] std::vector<std::pair<QString, QString>> hiddenTracks() const; // key and label
    [[nodiscard]] const TimelineFlow &flow() const { return m_flow; }
    void zoom(double factor);
    void zoomToSelection();
    void zoomToFit();
    // Steps through the trace, selects or zooms by a letter or sign. False: it has no such meaning.
    [[nodiscard]] bool letterKey(const QKeyEvent &event);

    [[nodiscard]] int partCount() const override;
    [[nodiscard]] QString partName(int part) const override;
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int partAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override;
    [[nodiscard]] bool isPartSelected(int part) const override;
    void pressPart(int part) override;

signals:
    void scrollChanged(); // offset or range
    void movingChanged();
    void cursorTimeChanged(qint64 timeNs, bool valid);
    void menuRequested(const QPoint &globalPosition); // for the selection
    void trackMenuRequested(const QString &key, const QPoint &globalPosition); // empty key: not on a track
    void arrangementChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    enum class Drag { None, Pressed, Pan, Range, Track };

    void invalidate();
    void lookAtPointer(); // what and when is under it
    void fitRows();
    [[nodiscard]] TimelineRows::Width widthNow() const; // the window
    [[nodiscard]] int fixedPx() const;
    [[nodiscard]] const TimelineRow *rowAtY(int widgetY) const;
    [[nodiscard]] TimelineRows::Place placeOf(const core::Selection &selection) const;
    [[nodiscard]] bool trackKey(const QKeyEvent &event);
    void dropTrack(QPoint position);
    void paintDraggedTrack(QPainter &painter, const TimelineFrame &frame);
    void onSelectionChanged(const core::Selection &selection, QObject *origin);
    void bringIntoView(const core::Selection &selection);
    void rebuildRows();
    void paintStill(QPainter &painter);
    void paintInto(QImage &picture);
    void paintSelection(QPainter &painter, const TimelineFrame &frame);
    void paintOutline(QPainter &painter, const core::Selection &selection) const;
    void paintHover(QPainter &painter, const TimelineFrame &frame) const;
    void paintCursor(QPainter &painter, const TimelineFrame &frame);
    [[nodiscard]] QString whyNoRows() const;
    void paintSelectedRange(QPainter &painter, const TimelineFrame &frame);
    void paintMeasure(QPainter &painter, core::TimeRange range, int left, int right) const;
    void paintMarks(QPainter &painter, const TimelineFrame &frame);
    void paintFlows(QPainter &painter);
    void updateFlow();
    [[nodiscard]] TimelineHit hitInBands(std::int64_t timeNs) const;
    [[nodiscard]] TimelineHit hitInLane(const TimelineRow &row, QPoint position) const;
    [[nodiscard]] QRect spanRect(const TimelineRow &row, std::int64_t start, std::int64_t end) const;
    [[nodiscard]] core::Selection selectionOf(const TimelineHit &hit) const;
    [[nodiscard]] TipText tipOf(const TimelineHit &hit) const;
    [[nodiscard]] std::int64_t timeAt(int x) const;
    // Time at the point, or the edge of a nearby span: of the lane there; on the ruler, of the topmost lane of kernels.
    [[nodiscard]] std::int64_t edgeAt(QPoint position) const;
    [[nodiscard]] core::TimeRange drawnRange(QPoint end) const; // from where the button was pressed
    [[nodiscard]] core::TimeRange wholeRange() const;
    void activate(const TimelineHit &hit, bool adds = false); // adds: to the selection
    void toggleGroup(const QString &title);
    void stepKernel(int by);
    void stepName(int by); // to the next kernel of the selected name
    void stepLayer(int by);
    void stepGap(int by); // to the next idle time of the device
    void selectParent();
    void zoomToPass();
    void pan(double shareOfView);
    void showTipNow();
    void describeSelection();
    [[nodiscard]] TimelineBands bandsNow() const; // visible bands of the focused device
    [[nodiscard]] QRect bandRect(const TimelineBand &band) const;
    [[nodiscard]] TipText selectedSpanTip() const;

    NavigationBus &m_bus;
    TimeRangeControl &m_range;
    TimelineDataPtr m_data;
    TimelineRows m_rows;
    TimelinePainter m_painter;
    QSet<QString> m_collapsed;
    TrackArrangement m_arrangement;
    std::optional<TrackArrangement> m_laterArrangement;
    QString m_dragged; // key of a track
    QString m_emptyText;
    TimelineFlow m_flow; // arrows of the selection
    std::vector<core::TimeRange> m_marks;
    std::shared_ptr<const core::KernelMatches> m_matches;
    std::optional<core::KernelsOfName> m_lit;
    QImage m_static;
    bool m_several = false; // are selected
    bool m_staticValid = false;
    bool m_isFresh = true; // the current content has not been painted yet
    int m_scrollY = 0;
    TimelineRows::Width m_width = TimelineRows::Width::Usual;
    QVariantAnimation m_motion;
    core::TimeRange m_from;
    core::TimeRange m_to;
    QTimer m_tipTimer;
    QPoint m_mouse{-1, -1};
    TimelineHit m_hover;
    Drag m_drag = Drag::None;
    QPoint m_pressed;
    Qt::MouseButton m_pressedButton = Qt::NoButton;
    core::TimeRange m_pressedRange;
    int m_pressedScroll = 0;
    std::int64_t m_pressedTime = 0; // start of the range being drawn
    bool m_keyboardFocus = false;
};

} // namespace lamella::ui
