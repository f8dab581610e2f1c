// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/LaneStrip.h"

#include <algorithm>
#include <climits>
#include <cstring>

namespace lamella::ui {

StripPicture::StripPicture(QImage *image, QRect seen)
    : clip(seen.intersected(image->rect()))
    , pixels(reinterpret_cast<QRgb *>(image->bits()))
    , stride(image->bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb)))
{
}

void StripPicture::put(const QImage &part, QPoint at) const
{
    const QRect seen = QRect(at, part.size()).intersected(clip);
    if (seen.isEmpty())
        return;
    const auto bytes = static_cast<std::size_t>(seen.width()) * sizeof(QRgb);
    for (int y = seen.top(); y <= seen.bottom(); ++y)
        std::memcpy(line(y) + seen.left(),
            reinterpret_cast<const QRgb *>(part.constScanLine(y - at.y())) + (seen.left() - at.x()), bytes);
}

void LaneStrip::setBackground(const QImage &image, int y)
{
    m_background.clear();
    if (y >= 0 && y < image.height()) {
        const auto *line = reinterpret_cast<const QRgb *>(image.constScanLine(y));
        m_background.assign(line, line + image.width());
    }
    m_line = m_background;
    m_left = INT_MAX;
    m_right = 0;
}

void LaneStrip::begin()
{
    // Resets only what the previous lane changed.
    const auto width = static_cast<int>(m_line.size());
    const int left = std::clamp(m_left, 0, width);
    const int right = std::clamp(m_right, left, width);
    std::copy(m_background.begin() + left, m_background.begin() + right, m_line.begin() + left);
    m_left = INT_MAX;
    m_right = 0;
}

void LaneStrip::paintBackground(const StripPicture &picture, QRect rows) const
{
    const QRect seen = rows.intersected(picture.clip);
    for (int y = seen.top(); y <= seen.bottom(); ++y)
        std::memcpy(picture.line(y), m_background.data(), m_background.size() * sizeof(QRgb));
}

void LaneStrip::paint(const StripPicture &picture, QRect row, int top, int height) const
{
    const QRect seen = row.intersected(picture.clip);
    for (int y = seen.top(); y <= seen.bottom(); ++y) {
        const std::vector<QRgb> &line = y >= top && y < top + height ? m_line : m_background;
        std::memcpy(picture.line(y), line.data(), line.size() * sizeof(QRgb));
    }
}

} // namespace lamella::ui
