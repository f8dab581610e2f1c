// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a lane into a picture line by line: one line of pixels is built from the bars and copied for the height of the bars,
// with the background above and below. Each pixel is written once, so the cost depends on the pixels, not on the number of bars;
// a painter would draw each rectangle. Buffers are reused for all lanes. Lanes do not overlap in the picture, so several threads
// can paint lanes at once, each with its own strip.
#pragma once

#include <QImage>
#include <QRect>

#include <vector>

namespace lamella::ui {

// Direct access to the pixels of a picture on which a painter is also active. All coordinates are pixels of the picture.
struct StripPicture {
    StripPicture() = default;
    StripPicture(QImage *image, QRect seen); // 32 bits, opaque; detaches here, once, since other threads must not

    QRect clip; // visible area, within the picture
    QRgb *pixels = nullptr; // of the first line
    qsizetype stride = 0; // pixels per line, including padding

    explicit operator bool() const { return pixels != nullptr && !clip.isEmpty(); }
    [[nodiscard]] QRgb *line(int y) const { return pixels + y * stride; }
    // Copies an opaque picture of the same format to `at`, clipped to the visible area.
    void put(const QImage &part, QPoint at) const;
};

class LaneStrip {
public:
    // Background of the bars, from line `y` of the picture; the same for all lanes.
    void setBackground(const QImage &image, int y);
    void paintBackground(const StripPicture &picture, QRect rows) const; // over the full width of the picture

    void begin(); // starts a lane without bars
    void add(int left, int right, QRgb colour) // pixels of the picture, left < right
    {
        const auto width = static_cast<int>(m_line.size());
        const int end = right < width ? right : width;
        for (int x = left > 0 ? left : 0; x < end; ++x)
            m_line[static_cast<std::size_t>(x)] = colour;
        m_left = left < m_left ? left : m_left;
        m_right = right > m_right ? right : m_right;
    }
    void paint(const StripPicture &picture, QRect row, int top, int height) const; // bars, and background beside

private:
    std::vector<QRgb> m_background;
    std::vector<QRgb> m_line;
    int m_left = 0; // extent of the added bars
    int m_right = 0;
};

} // namespace lamella::ui
