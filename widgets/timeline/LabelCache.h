// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that are drawn again in every frame: advances are measured once per text, the part that fits is found by binary search,
// and each part is laid out once.
#pragma once

#include <QFont>
#include <QHash>
#include <QStaticText>

#include <cstdint>
#include <functional>
#include <vector>

namespace lamella::ui {

class LabelCache {
public:
    struct Label {
        const QStaticText *text = nullptr; // null: not even three characters fit
        double width = 0;
    };

    void setFont(const QFont &font); // forgets everything when the font differs
    [[nodiscard]] int lineHeight() const { return m_lineHeight; }
    // The text of `key`, elided at the right to at most `width` pixels. `text` is asked once per key.
    Label fit(quint64 key, double width, const std::function<QString()> &text);
    void clear();

private:
    struct Entry {
        QString text;
        std::vector<float> ends; // x after each character
        QHash<int, QStaticText> parts;
    };

    Entry &entry(quint64 key, const std::function<QString()> &text);

    QFont m_font;
    int m_lineHeight = 0;
    double m_ellipsis = 0;
    QHash<quint64, Entry> m_entries;
};

} // namespace lamella::ui
