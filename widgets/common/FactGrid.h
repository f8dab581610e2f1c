// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of label and value: the body of the details panels.
#pragma once

#include "widgets/common/ElidedLabel.h"

#include <QWidget>

#include <functional>

class QGridLayout;

namespace lamella::ui {

struct FactOptions {
    ElidedLabel::Rank rank = ElidedLabel::Rank::Text;
    QString tooltip; // e.g. why a value is missing, or the base of a share
    bool copyable = false; // copy icon at the right edge
    bool rightAligned = false;
    bool wraps = false; // a sentence: on several lines rather than cut
    int category = -1; // core::Category: chip before the value
    std::function<void()> activate; // value is a link
    QString copyText; // the copied text; empty = the value
};

class FactGrid : public QWidget {
    Q_OBJECT
public:
    // labelWidth 0: the label takes the remaining width and values are at the right edge.
    explicit FactGrid(int labelWidth, QWidget *parent = nullptr);

    void clear();
    void add(const QString &label, const QString &value, const FactOptions &options = {});
    // Changes the value of a row added without options, or adds the row if it does not exist yet.
    void setRow(int row, const QString &label, const QString &value);

private:
    QGridLayout *m_layout = nullptr;
    int m_labelWidth = 0;
    int m_rows = 0;
};

// Panel building blocks.
[[nodiscard]] QWidget *separatorLine(QWidget *parent);
[[nodiscard]] ElidedLabel *sectionTitle(const QString &text, QWidget *parent);

} // namespace lamella::ui
