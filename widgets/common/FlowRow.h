// SPDX-License-Identifier: GPL-3.0-or-later
// A row of fields that goes on below where it does not fit: nothing is clipped, whatever the width of the dock.
#pragma once

#include <QLayout>

#include <vector>

namespace lamella::ui {

class FlowRow : public QLayout {
    Q_OBJECT
public:
    explicit FlowRow(QWidget *parent);
    ~FlowRow() override;

    // `stretch` > 0: takes its share of what is left of its line.
    void addWidget(QWidget *widget, int stretch = 0);
    void addStretch(int stretch = 1); // what follows stands at the right end of its line
    void setLineHeight(int px); // at least so high

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
    };
    struct Line {
        std::vector<const Item *> items;
        int width = 0; // of its items and the spaces between them
        int stretch = 0;
        int height = 0;
    };
    [[nodiscard]] int widthOf(const Item &item) const; // below which it goes to the next line
    [[nodiscard]] std::vector<Line> lines(int width) const;
    [[nodiscard]] int heightOf(const std::vector<Line> &lines) const;
    void place(const Line &line, const QRect &rect) const;

    std::vector<Item> m_items;
    int m_lineHeight = 0;
};

} // namespace lamella::ui
