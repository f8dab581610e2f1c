// SPDX-License-Identifier: GPL-3.0-or-later
// Line edit with an icon, a clear button and a hint at its right edge; colour and count indicate when nothing matches.
#pragma once

#include <QLineEdit>

namespace lamella::ui {

class SearchField : public QLineEdit {
    Q_OBJECT
public:
    SearchField(const QString &iconName, const QString &placeholder, QWidget *parent = nullptr);

    void setShortPlaceholder(const QString &placeholder); // shown where the whole one would be cut
    void setHint(const QString &hint); // e.g. "Ctrl+F", shown while the field is empty
    void setInvalid(bool invalid); // nothing matches
    void setProblem(const QString &why); // reason why the input is invalid; empty = valid

signals:
    void escaped();

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fitPlaceholder();

    QString m_placeholder;
    QString m_shortPlaceholder; // empty: the whole one always
    QString m_iconName;
    QString m_hint;
    QString m_ownTip; // saved while the tooltip shows a problem
};

} // namespace lamella::ui
