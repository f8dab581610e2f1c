// SPDX-License-Identifier: GPL-3.0-or-later
// A line of text, or a few, elided where there is no room. The full text is in the tooltip and can be copied.
#pragma once

#include <QPalette>
#include <QStringList>
#include <QWidget>

namespace lamella::ui {

class ElidedLabel : public QWidget {
    Q_OBJECT
public:
    // The role of the text, which determines its colour in each theme.
    enum class Rank { Text, Secondary, Tertiary, Accent, Warning };

    explicit ElidedLabel(QWidget *parent = nullptr);
    explicit ElidedLabel(const QString &text, Rank rank = Rank::Text, QWidget *parent = nullptr);

    [[nodiscard]] const QString &text() const { return m_text; }
    void setText(const QString &text, const QString &brief = {}); // `brief` is shown where `text` has no room
    void setRank(Rank rank);
    void setElideMode(Qt::TextElideMode mode);
    void setAlignment(Qt::Alignment alignment);
    void setDigitGrid(bool on); // digits of equal width
    void setMaxLines(int lines); // breaks between words before it elides

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    [[nodiscard]] QStringList linesIn(int width) const;
    void updateToolTip();
    QString m_text;
    QString m_brief;
    QString m_tip; // as set by this class
    QString m_help; // the tooltip set from outside
    Rank m_rank = Rank::Text;
    Qt::TextElideMode m_mode = Qt::ElideMiddle;
    Qt::Alignment m_alignment = Qt::AlignLeft;
    bool m_digitGrid = false;
    int m_maxLines = 1;
};

// Context menu of a widget that shows this text.
void popUpCopyMenu(QWidget &owner, const QPoint &globalPosition, const QString &text);

} // namespace lamella::ui
