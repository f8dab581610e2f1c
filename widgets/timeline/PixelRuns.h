// SPDX-License-Identifier: GPL-3.0-or-later
// Bars one device pixel wide, side by side in many colours: what a lane of short spans is in a view of a whole trace. A run of
// them is painted as one picture rather than as thousands of rectangles; where neighbours mostly have one colour,
// rectangles are faster. Keeps its buffers from lane to lane.
#pragma once

#include <QImage>
#include <QPainter>

#include <array>
#include <cstdint>
#include <vector>

namespace lamella::ui {

class PixelRuns {
public:
    static constexpr std::size_t kTags = 32;
    using Colours = std::array<QRgb, kTags>; // opaque, by tag

    // Whether pictures are the right thing for where the painter paints: not for lines and shapes of a vector picture.
    [[nodiscard]] static bool suit(const QPainter &painter);

    void clear();
    void add(int x, std::uint8_t tag); // from left to right; of two at one place the second counts
    // Pictures go to the painter (device pixels), one colour after the other of all other runs to `bar(tag, left, width)`.
    template <class Bar> void paint(QPainter &painter, int top, int height, const Colours &colours, Bar bar);

private:
    struct Run {
        int left = 0;
        std::size_t first = 0; // of m_tags
        std::size_t last = 0; // one beyond
        int changes = 0; // of colour
    };
    static constexpr int kPictureFrom = 12; // changes of colour

    void paintPicture(QPainter &painter, const Run &run, int top, int height, const Colours &colours);

    std::vector<Run> m_runs;
    std::vector<std::uint8_t> m_tags;
    QImage m_strip;
};

template <class Bar> void PixelRuns::paint(QPainter &painter, int top, int height, const Colours &colours, Bar bar)
{
    for (const Run &run : m_runs) {
        if (run.changes >= kPictureFrom) {
            paintPicture(painter, run, top, height, colours);
            continue;
        }
        for (std::size_t i = run.first; i < run.last;) {
            std::size_t end = i + 1;
            while (end < run.last && m_tags[end] == m_tags[i])
                ++end;
            bar(m_tags[i], run.left + static_cast<int>(i - run.first), static_cast<int>(end - i));
            i = end;
        }
    }
}

} // namespace lamella::ui
