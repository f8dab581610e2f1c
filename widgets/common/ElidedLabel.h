// SPDX-License-Identifier: GPL-3.0-or-later
// One line of text that gives way: elided to its width, whole in the tooltip and in the clipboard.
#pragma once

#include <QPalette>
#include <QWidget>

namespace lamella::ui {

class ElidedLabel : public QWidget {
    Q_OBJECT
public:
    // What the text is; decides its colour in every theme.
    enum class Rank { Text, Secondary, Tertiary, Accent, Warning };

    explicit ElidedLabel(QWidget *parent = nullptr);
    explicit ElidedLabel(const QString &text, Rank rank = Rank::Text, QWidget *parent = nullptr);

    [[nodiscard]] const QString &text() const { return m_text; }
    void setText(const QString &text);
    void setRank(Rank rank);
    void setElideMode(Qt::TextElideMode mode);
    void setAlignment(Qt::Alignment alignment);
    void setDigitGrid(bool on); // digits of equal width

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void updateToolTip();
    QString m_text;
    QString m_tip; // as it was made here
    QString m_help; // the tip that was set from outside
    Rank m_rank = Rank::Text;
    Qt::TextElideMode m_mode = Qt::ElideMiddle;
    Qt::Alignment m_alignment = Qt::AlignLeft;
    bool m_digitGrid = false;
};

} // namespace lamella::ui
