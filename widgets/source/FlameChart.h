// SPDX-License-Identifier: GPL-3.0-or-later
// The flame graph of GPU time, root on top. Its parts are the frames. A click selects, a double click zooms to a frame, Esc zooms
// out, arrows move between frames. Frames below one pixel are painted together, so that the cost depends on the pixels.
#pragma once

#include "core/analysis/source/FlameGraph.h"
#include "core/profile/KernelNames.h"
#include "widgets/charts/Chart.h"
#include "widgets/timeline/LabelCache.h"

#include <memory>

namespace lamella::ui {

// What a flame graph shows, made by one job.
struct FlameData {
    core::FlameGraph graph;
    std::shared_ptr<const core::CallTree> tree;
    std::shared_ptr<const core::KernelNames> names;
    QString rootText; // "P0 · 544 kernels"
};

class FlameChart : public Chart {
    Q_OBJECT
public:
    explicit FlameChart(QWidget *parent = nullptr);

    void setData(std::shared_ptr<const FlameData> data, const QString &emptyText);
    [[nodiscard]] const FlameData *data() const { return m_data.get(); }
    void setMarked(const QString &text); // frames whose names contain it are highlighted; empty = all
    void zoomTo(int frame); // the root or -1: all
    [[nodiscard]] int zoomed() const { return m_zoom; }
    [[nodiscard]] QString frameText(int frame) const; // "forward  qwen3.py:263"

    [[nodiscard]] int partCount() const override;
    [[nodiscard]] QRect partRect(int part) const override; // empty outside the zoomed frame
    [[nodiscard]] int hitAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override { return m_selected; }
    [[nodiscard]] core::Selection targetOf(int hit) const override;
    void pressPart(int hit) override;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void frameSelected(int frame); // -1 = none

protected:
    [[nodiscard]] TipText tipOf(int hit) const override;
    void openPart(int hit) override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct View {
        std::int64_t begin = 0;
        std::int64_t end = 1;
    };
    [[nodiscard]] View view() const;
    [[nodiscard]] double x(std::int64_t ns) const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] const core::FlameFrame &frame(int part) const { return m_data->graph.frames[static_cast<std::size_t>(part)]; }
    void paintRow(QPainter &painter, std::size_t depth, const QRect &dirty) const;
    [[nodiscard]] bool isPlain(const core::FlameFrame &frame, int widthPx) const; // too narrow for text and patterns
    [[nodiscard]] QColor colorOf(const core::FlameFrame &frame) const;
    void paintFrame(QPainter &painter, int part, const QRect &rect) const;
    [[nodiscard]] LabelCache::Label labelOf(int part, int widthPx) const;
    [[nodiscard]] QBrush brushOf(const core::FlameFrame &frame) const;
    [[nodiscard]] QColor textColorOf(const core::FlameFrame &frame) const;
    [[nodiscard]] bool isMarked(int part) const;

    std::shared_ptr<const FlameData> m_data;
    QString m_marked;
    mutable LabelCache m_labels; // laying texts out is most of the cost of a frame
    int m_zoom = -1;
    int m_selected = -1;
};

} // namespace lamella::ui
