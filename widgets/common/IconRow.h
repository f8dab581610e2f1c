// SPDX-License-Identifier: GPL-3.0-or-later
// One line with a semantic icon, a sentence and a number: checks, diagnostics, steps.
#pragma once

#include "widgets/common/ElidedLabel.h"

#include <QWidget>

namespace lamella::ui {

class IconRow : public QWidget {
    Q_OBJECT
public:
    enum class Tone { Ok, Info, Warning, Error, Accent, Muted };

    IconRow(const QString &iconName, Tone tone, const QString &text, const QString &value, QWidget *parent = nullptr);

    void setIcon(const QString &iconName, Tone tone);
    void setValue(const QString &value);
    void setTextRank(ElidedLabel::Rank rank);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_iconName;
    Tone m_tone;
    ElidedLabel *m_text = nullptr;
    ElidedLabel *m_value = nullptr;
};

// The same for a sentence of more than one line.
class IconSentence : public QWidget {
    Q_OBJECT
public:
    IconSentence(const QString &iconName, IconRow::Tone tone, const QString &text, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_iconName;
    IconRow::Tone m_tone;
};

// Removes all rows from the list; they are deleted on return to the event loop.
void clearRows(QWidget &list);

} // namespace lamella::ui
