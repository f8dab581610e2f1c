// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/PixelRuns.h"

#include <QPaintEngine>

#include <algorithm>
#include <cstring>

namespace lamella::ui {

bool PixelRuns::suit(const QPainter &painter)
{
    const QPaintEngine *engine = painter.paintEngine();
    return engine != nullptr && engine->type() == QPaintEngine::Raster;
}

void PixelRuns::clear()
{
    m_runs.clear();
    m_tags.clear();
}

void PixelRuns::add(int x, std::uint8_t tag)
{
    if (!m_runs.empty()) {
        Run &run = m_runs.back();
        const int next = run.left + static_cast<int>(run.last - run.first);
        if (x < next) {
            m_tags.back() = tag;
            return;
        }
        if (x == next) {
            run.changes += m_tags.back() != tag ? 1 : 0;
            m_tags.push_back(tag);
            ++run.last;
            return;
        }
    }
    m_runs.push_back({x, m_tags.size(), m_tags.size() + 1, 0});
    m_tags.push_back(tag);
}

void PixelRuns::paintPicture(QPainter &painter, const Run &run, int top, int height, const Colours &colours)
{
    const auto width = static_cast<int>(run.last - run.first);
    if (m_strip.width() < width || m_strip.height() < height)
        m_strip = QImage(std::max(width, m_strip.width()), std::max(height, m_strip.height()), QImage::Format_RGB32);
    auto *const line = reinterpret_cast<QRgb *>(m_strip.scanLine(0));
    for (int i = 0; i < width; ++i)
        line[i] = colours[m_tags[run.first + static_cast<std::size_t>(i)] % kTags];
    for (int y = 1; y < height; ++y)
        std::memcpy(m_strip.scanLine(y), line, static_cast<std::size_t>(width) * sizeof(QRgb));
    painter.drawImage(QPoint(run.left, top), m_strip, QRect(0, 0, width, height));
}

} // namespace lamella::ui
