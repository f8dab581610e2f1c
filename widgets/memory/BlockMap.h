// SPDX-License-Identifier: GPL-3.0-or-later
// The segments of a memory snapshot on one device, each a row, with its blocks to scale: in use, waiting to be freed, free; at
// the right the largest free block within the free memory. Rows can be traversed by key. Its height is that of its rows, so it
// belongs into a scroll area.
#pragma once

#include "core/model/MemoryLog.h"
#include "core/model/TraceDocument.h"
#include "widgets/charts/Chart.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lamella::ui {

class BlockMap : public Chart {
    Q_OBJECT
public:
    explicit BlockMap(QWidget *parent = nullptr);
    // Null, or a document without a snapshot: nothing is drawn. `device`: number as recorded.
    void setDocument(std::shared_ptr<const core::TraceDocument> document, int device);
    void clearSelection(); // something else is selected
    [[nodiscard]] bool hasSegments() const { return !m_rows.empty(); }
    [[nodiscard]] const QString &summary() const
    {
        return m_summary;
    } // over all segments: the largest free block, the fragmentation of free memory

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override { return m_selected; }
    void pressPart(int hit) override;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void chosen(const QRect &row); // by click or key

protected:
    [[nodiscard]] TipText tipOf(int part) const override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override;
    void layOut() override;
    void paintParts(QPainter &painter, const QRect &dirty) override;

private:
    [[nodiscard]] const core::MemorySegment &segment(int part) const;
    [[nodiscard]] QString summaryText() const;
    [[nodiscard]] QString freeText(int part) const;
    [[nodiscard]] QRect barsRect(int part) const;
    void paintBlocks(QPainter &painter, int part) const;

    std::shared_ptr<const core::TraceDocument> m_document;
    std::vector<std::uint32_t> m_rows; // segments of the device
    std::int64_t m_largest = 1; // bytes of a segment
    QString m_summary;
    int m_selected = -1;
};

} // namespace lamella::ui
