// SPDX-License-Identifier: GPL-3.0-or-later
// Cache of texts drawn in every frame: widths are measured once per text, the part that fits is found by binary search, and each
// part is laid out once.
#pragma once

#include <QColor>
#include <QFont>
#include <QHash>
#include <QImage>
#include <QStaticText>

#include <cstdint>
#include <functional>
#include <vector>

namespace lamella::ui {

class LabelCache {
public:
    struct Part {
        QStaticText text;
        QHash<quint64, QImage> pictures; // by colours
    };
    struct Label {
        Part *part = nullptr;
        const QStaticText *text = nullptr; // null: fewer than three characters fit
        double width = 0;
    };

    void setFont(const QFont &font); // clears the cache if the font differs
    [[nodiscard]] int lineHeight() const { return m_lineHeight; }
    // The text of `key`, elided on the right to at most `width` pixels. `text` is called once per key.
    Label fit(quint64 key, double width, const std::function<QString()> &text);
    // The same, but only where all of the text fits.
    Label fitWhole(quint64 key, double width, const std::function<QString()> &text);
    // The label as opaque pixels (RGB32), rendered once: copying it takes a twentieth of the time of drawing text. Valid until
    // the next call of any member.
    const QImage &picture(const Label &label, const QColor &text, const QColor &behind, double ratio);
    void clear();

private:
    struct Entry {
        QString text; // of a long one the beginning, with an ellipsis
        bool cut = false; // there is more of it
        std::vector<float> ends; // x after each character
        QHash<int, Part> parts;
    };

    Entry &entry(quint64 key, const std::function<QString()> &text);

    QFont m_font;
    int m_lineHeight = 0;
    int m_pictureBytes = 0; // total size of all pictures
    float m_ratio = 0; // device pixel ratio of the pictures
    double m_ellipsis = 0;
    QHash<quint64, Entry> m_entries;
};

} // namespace lamella::ui
