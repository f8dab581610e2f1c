// SPDX-License-Identifier: GPL-3.0-or-later
// A lane, put into a picture line by line: one line of pixels is made of its bars, and copied as often as they are high, with
// what lies behind them above and below. Each pixel is written once, and what it costs is pixels, however many bars there are; a
// painter takes a rectangle at a time. Keeps its buffers from lane to lane. Lanes do not touch each other in the picture: several
// threads may paint some each, with a strip of their own.
#pragma once

#include <QImage>
#include <QRect>

#include <vector>

namespace lamella::ui {

// A picture that is painted into, while a painter is at work on it too. All in its pixels.
struct StripPicture {
    StripPicture() = default;
    StripPicture(QImage *image, QRect seen); // 32 bits, opaque; asked for its pixels here, once: no other thread may do so

    QRect clip; // where anything may be seen, within the picture
    QRgb *pixels = nullptr; // of its first line
    qsizetype stride = 0; // pixels from line to line

    explicit operator bool() const { return pixels != nullptr && !clip.isEmpty(); }
    [[nodiscard]] QRgb *line(int y) const { return pixels + y * stride; }
    // Copies an opaque picture of the same format there, as far as it may be seen.
    void put(const QImage &part, QPoint at) const;
};

class LaneStrip {
public:
    // What lies behind the bars, from this line of the picture: the same in all lanes.
    void setBackground(const QImage &image, int y);
    void paintBackground(const StripPicture &picture, QRect rows) const; // from the left end of the picture to the right one

    void begin(); // a lane without bars yet
    void add(int left, int right, QRgb colour) // pixels of the picture, left < right
    {
        const auto width = static_cast<int>(m_line.size());
        const int end = right < width ? right : width;
        for (int x = left > 0 ? left : 0; x < end; ++x)
            m_line[static_cast<std::size_t>(x)] = colour;
        m_left = left < m_left ? left : m_left;
        m_right = right > m_right ? right : m_right;
    }
    void paint(const StripPicture &picture, QRect row, int top, int height) const; // the bars, and the rest of the row

private:
    std::vector<QRgb> m_background;
    std::vector<QRgb> m_line;
    int m_left = 0; // of what was added
    int m_right = 0;
};

} // namespace lamella::ui
