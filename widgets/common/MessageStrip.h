// SPDX-License-Identifier: GPL-3.0-or-later
// A line of information, warning or error above the views, with cause, location, one action and a close button. Never modal.
#pragma once

#include <QWidget>

#include <functional>

class QLabel;
class QToolButton;

namespace lamella::ui {

class ElidedLabel;

class MessageStrip : public QWidget {
    Q_OBJECT
public:
    enum class Kind { Info, Warning, Error };

    explicit MessageStrip(QWidget *parent = nullptr);

    void show(Kind kind, const QString &text, const QString &action = {});
    // The same with a callback for the action; actionTriggered() is then not emitted.
    void show(Kind kind, const QString &text, const QString &action, std::function<void()> run);
    [[nodiscard]] QString text() const;
    [[nodiscard]] Kind kind() const { return m_kind; }

signals:
    void actionTriggered();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Kind m_kind = Kind::Info;
    std::function<void()> m_run;
    ElidedLabel *m_text = nullptr;
    QToolButton *m_action = nullptr;
    QToolButton *m_close = nullptr;
};

} // namespace lamella::ui
