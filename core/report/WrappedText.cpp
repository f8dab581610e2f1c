// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/WrappedText.h"

#include "core/report/CellText.h"

#include <algorithm>

namespace lamella::core {

namespace {

// Bytes of the piece at the front that is not broken: blanks and what follows up to the next blank, or one wide character.
std::size_t pieceBytes(std::string_view text)
{
    std::size_t i = 0;
    while (i < text.size() && text[i] == ' ')
        ++i;
    for (bool first = true; i < text.size() && text[i] != ' '; first = false) {
        const std::size_t n = characterBytes(text.substr(i, 4));
        if (displayWidth(text.substr(i, n)) > 1)
            return first ? i + n : i;
        i += n;
    }
    return i;
}

} // namespace

std::string wrappedText(std::string_view text, std::size_t width, std::size_t indent)
{
    if (width == 0)
        return std::string(text);
    std::string out;
    std::size_t column = 0;
    bool empty = true; // the line, apart from its indent
    while (!text.empty()) {
        std::string_view piece = text.substr(0, pieceBytes(text));
        text.remove_prefix(piece.size());
        if (!empty && column + displayWidth(piece) > width) {
            out.append("\n").append(indent, ' ');
            column = indent;
            empty = true;
        }
        if (empty && !out.empty())
            piece.remove_prefix(std::min(piece.find_first_not_of(' '), piece.size()));
        out += piece;
        column += displayWidth(piece);
        empty = empty && piece.empty();
    }
    return out;
}

} // namespace lamella::core
