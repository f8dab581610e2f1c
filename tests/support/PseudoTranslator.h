// SPDX-License-Identifier: GPL-3.0-or-later
// A language in which every text is two fifths longer: shows where a layout has no room, and which text is not translated.
#pragma once

#include <QTranslator>

namespace lamella::test {

class PseudoTranslator : public QTranslator {
public:
    using QTranslator::QTranslator;

    [[nodiscard]] bool isEmpty() const override { return false; }
    QString translate(const char *, const char *source, const char *, int) const override
    {
        const QString text = QString::fromUtf8(source);
        const qsizetype more = qMax<qsizetype>(1, text.size() * 2 / 5);
        QString filling;
        for (qsizetype i = 0; i < more; ++i)
            filling += QStringLiteral("āēīōū ")[i % 6];
        return text + filling.trimmed(); // placeholders and mnemonics stay as they are
    }
};

} // namespace lamella::test
