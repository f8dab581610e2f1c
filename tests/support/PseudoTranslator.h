// SPDX-License-Identifier: GPL-3.0-or-later
// A pseudo-language in which every text is 40 % longer: reveals layouts without room, and texts that are not translated.
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
        return text + filling.trimmed(); // placeholders and mnemonics are unchanged
    }
};

} // namespace lamella::test
