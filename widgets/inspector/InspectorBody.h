// SPDX-License-Identifier: GPL-3.0-or-later
// The sections of the inspector as one chart: pictures, bars and rows below one another. Its parts are dots, bars, bins, segments
// of the switch and rows that can be clicked; sentences and plain rows have a tooltip at most. Its height follows its width.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/inspector/InspectorContent.h"

#include <functional>
#include <vector>

class QAbstractButton;
class QFontMetrics;
class QScrollArea;

namespace lamella::ui {

class InspectorBody : public Chart {
    Q_OBJECT
public:
    explicit InspectorBody(QWidget *parent = nullptr);

    void setContent(InspectorContent content, core::Against against);
    [[nodiscard]] const InspectorContent &content() const { return m_content; }

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_parts.size()); }
    [[nodiscard]] QRect partRect(int part) const override { return m_parts[static_cast<std::size_t>(part)].rect; }
    [[nodiscard]] int selectedPart() const override { return m_current; }
    [[nodiscard]] core::Selection targetOf(int hit) const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    void pressPart(int hit) override;
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void againstChosen(lamella::core::Against against);
    void sourceRequested(const QString &file, qint64 line); // a link to a line of source was pressed
    void viewRequested(const QString &view); // a link to a view was pressed
    void dotChosen(int mark); // of a pair
    void passesChosen(const lamella::ui::PassBrush &passes); // a link to passes was pressed
    // A link that compares these passes, of which `own` is shown, with the others, of which `other` is.
    void levelChosen(
        const lamella::ui::PassBrush &passes, const lamella::core::Selection &own, const lamella::core::Selection &other);
    // A link, there, that lets another pass than this be chosen was pressed.
    void passWanted(const lamella::core::PassSelection &own, const QRect &link);
    void revealed(const QRect &rect); // the part that the keys led to

protected:
    [[nodiscard]] TipText tipOf(int hit) const override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override;
    void layOut() override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void paintEmpty(QPainter &painter) const override; // sections of sentences only have no parts
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Part {
        QRect rect;
        int section = 0;
        int mark = -1; // of its section's picture
        int row = -1; // of its section
        int segment = -1; // of the switch
    };
    struct Placed { // of a section
        int top = 0;
        QRect title;
        QRect aside; // below the title; null: beside it
        QRect control; // the switch
        QRect picture;
        std::vector<QRect> rows;
        int bottom = 0;
    };
    [[nodiscard]] const InspectorRow *rowOf(const Part &part) const; // null: it is none
    void placeSection(int index, int &y);
    void placePicture(int index, Placed &placed, int &y);
    void addMarkParts(int index, const QRect &picture);
    [[nodiscard]] static QFont titleFont(const InspectorSection &section);
    [[nodiscard]] int rowHeight(const InspectorRow &row, int width) const;
    // Where the label of a row that wraps is drawn, in caption size, if it does not fit in the first line; else null.
    [[nodiscard]] static QRect wrappedLabel(const InspectorRow &row, const QRect &rect);
    [[nodiscard]] static QRect wrappedReason(const InspectorRow &row, const QRect &rect); // likewise, of a missing value
    void paintSections(QPainter &painter, const QRect &dirty) const;
    void paintSection(QPainter &painter, int index) const;
    void paintSwitch(QPainter &painter, const Placed &placed) const;
    void paintPicture(QPainter &painter, int index) const;
    void paintDots(QPainter &painter, const InspectorSection &section, const QRect &rect) const;
    void paintPair(QPainter &painter, const InspectorSection &section, const QRect &rect) const;
    void paintBars(QPainter &painter, const InspectorSection &section, const QRect &rect) const;
    void paintBands(QPainter &painter, const InspectorSection &section, const QRect &rect) const;
    void paintBins(QPainter &painter, const InspectorSection &section, const QRect &rect) const;
    void paintStack(QPainter &painter, const InspectorSection &section, const QRect &rect) const;
    static void paintShare(QPainter &painter, const InspectorSection &section, const QRect &rect);
    static void paintShareRow(QPainter &painter, const InspectorRow &row, const QRect &rect);
    static void paintLabel(QPainter &painter, const InspectorRow &row, const QRect &room);
    static void paintRow(QPainter &painter, const InspectorRow &row, const QRect &rect, bool link, bool hovered);
    [[nodiscard]] QRect segmentRect(const QRect &control, int segment) const;
    [[nodiscard]] static std::vector<QRect> markRects(const InspectorSection &section, const QRect &picture);

    InspectorContent m_content;
    core::Against m_against = core::Against::Type;
    std::vector<Placed> m_placed;
    std::vector<Part> m_parts;
    int m_current = -1; // by key
    int m_height = 0;
};

// Scrolls the body, upright only, and to what the keys reveal in it. Takes the body over; the focus stays with it.
[[nodiscard]] QScrollArea *scrollAreaOf(InspectorBody *body, QWidget *parent);

// The context menu of an inspector: to copy it as text, and what its buttons do that are not hidden.
void popUpInspectorMenu(QWidget &inspector, QPoint globalPosition, const std::function<void()> &copyText,
    const std::vector<QAbstractButton *> &buttons);

} // namespace lamella::ui
