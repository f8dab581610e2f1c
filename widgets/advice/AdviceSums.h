// SPDX-License-Identifier: GPL-3.0-or-later
// The strip above the cards of advice: the pass now and with all findings, each gain counted once; the number of findings and of
// the rules applied.
#pragma once

#include "widgets/advice/AdvicePicture.h"

#include <QWidget>

class QLabel;

namespace lamella::ui {

class AdviceSums : public QWidget {
    Q_OBJECT
public:
    explicit AdviceSums(QWidget *parent = nullptr);
    // hidden: findings of rules that the user has hidden; they are in the sum.
    void show(const AdvicePicture &picture, int hidden);
    [[nodiscard]] QString plain() const; // its cells, one in a line

private:
    struct Cell {
        QLabel *caption = nullptr;
        QLabel *value = nullptr;
    };
    Cell addCell(const QString &caption);

    Cell m_now;
    Cell m_after;
    Cell m_findings;
    Cell m_rules;
};

} // namespace lamella::ui
