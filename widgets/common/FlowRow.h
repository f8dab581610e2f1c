// SPDX-License-Identifier: GPL-3.0-or-later
// A row layout that wraps to further lines, so that nothing is clipped at any width of the panel.
#pragma once

#include "widgets/theme/TextPx.h"

#include <QLayout>

#include <vector>

namespace lamella::ui {

class FlowRow : public QLayout {
    Q_OBJECT
public:
    static constexpr TextPx kMinStretchPx{64}; // of fields and sentences
    static constexpr TextPx kStatementPx{230}; // of a sentence that takes a line of its own rather than being cut

    explicit FlowRow(QWidget *parent);
    ~FlowRow() override;

    // `stretch` > 0: gets a share of the remaining width of its line, and wraps where less than `minWidth` would remain.
    void addWidget(QWidget *widget, int stretch = 0, TextPx minWidth = kMinStretchPx);
    // Before all others; its first `outsetPx` are in the margin.
    void insertFirst(QWidget *widget, int outsetPx);
    void addStretch(int stretch = 1); // right-aligns the following items of the line
    void setLineHeight(int px); // minimum height

    void addItem(QLayoutItem *item) override;
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    struct Item {
        QLayoutItem *item = nullptr;
        int stretch = 0;
        TextPx minWidth = kMinStretchPx;
    };
    struct Line {
        std::vector<const Item *> items;
        int width = 0; // items plus spacing
        int stretch = 0;
        int height = 0;
    };
    [[nodiscard]] int widthOf(const Item &item) const; // minimum width before it wraps
    [[nodiscard]] std::vector<Line> lines(int width) const;
    [[nodiscard]] int heightOf(const std::vector<Line> &lines) const;
    void place(const Line &line, const QRect &rect) const;

    std::vector<Item> m_items;
    int m_lineHeight = 0;
    int m_outsetPx = 0;
};

} // namespace lamella::ui
