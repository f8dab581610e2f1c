// SPDX-License-Identifier: GPL-3.0-or-later
// One bar per pass in the order of time, from one pass to a hundred thousand; sets and follows the selection, and marks the
// passes that tables over many passes are restricted to (PassBrush). A single pass is drawn as its wall by category, a trace
// without passes as its busy share over time. Its parts are the passes in the order drawn.
#pragma once

#include "core/profile/Category.h"
#include "widgets/passes/PassBars.h"

#include <memory>
#include <optional>
#include <vector>

namespace lamella::core {
class ReportTable;
}

namespace lamella::ui {

class JobSlot;
class SessionController;
class TableLoader;

class PassStrip : public PassBars {
    Q_OBJECT
public:
    PassStrip(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr);
    ~PassStrip() override;

    void setOrder(StripOrder order);
    [[nodiscard]] StripView view() const { return m_view; }
    // In a window too low for the full height.
    void setLow(bool low);
    // The next outlier after the selected pass, from the first one again after the last.
    void selectNextOutlier();
    [[nodiscard]] std::optional<core::PassSelection> passAt(QPoint position) const;

    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    void pressPart(int hit) override;

signals:
    void menuRequested(const lamella::core::PassSelection &pass, const QPoint &globalPosition);
    void boundaryRequested(); // no passes were found, and the user wants to choose what begins a layer

protected:
    [[nodiscard]] TipText tipOf(int hit) const override;
    [[nodiscard]] QString gestures() const override;
    [[nodiscard]] QRect barArea() const override;
    [[nodiscard]] bool isLow() const override { return m_low; }
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void paintEmpty(QPainter &painter) const override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    enum class Drag { None, Pressed, New, Move, Left, Right };
    struct CategoryPart {
        core::Category category = core::Category::Other;
        bool idle = false; // nothing runs on the device
        bool other = false; // work that is not of the pass runs
        std::int64_t ns = 0;
    };

    void reload();
    void reloadDevice();
    void takeParts(const core::ReportTable &table);
    void fitHeight();
    void showSelected();
    void setView(StripView view);
    [[nodiscard]] Drag gripAt(QPoint position) const;
    void dragTo(int x);
    [[nodiscard]] std::size_t clampedPosition(int x) const;
    [[nodiscard]] bool isSingle() const { return m_data.passes.size() == 1; }
    [[nodiscard]] bool hasLegend() const;
    [[nodiscard]] QRect linkRect() const;

    void paintCaption(QPainter &painter) const;
    void paintBrush(QPainter &painter, bool over) const;
    void paintLegend(QPainter &painter) const;
    void paintSingle(QPainter &painter) const;
    [[nodiscard]] QRect brushRect() const;

    std::unique_ptr<JobSlot> m_slicing;
    TableLoader *m_loader = nullptr;
    std::vector<CategoryPart> m_parts; // of a single pass
    BusySlices m_slices; // without passes
    QString m_why; // there are no passes
    bool m_low = false;
    Drag m_drag = Drag::None;
    QPoint m_pressed;
    PassBrush m_pressedBrush;
};

} // namespace lamella::ui
