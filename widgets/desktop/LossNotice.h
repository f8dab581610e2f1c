// SPDX-License-Identifier: GPL-3.0-or-later
// Says, when a trace is opened, that a part of its file could not be read: what is shown looks as whole as any other trace. Stays
// until it is closed; the list of passes goes on saying so.
#pragma once

#include <QObject>

#include <memory>

namespace lamella::core {
struct TraceDocument;
}

namespace lamella::ui {

class MainWindow;

class LossNotice : public QObject {
    Q_OBJECT
public:
    explicit LossNotice(MainWindow &window);

private:
    void look();

    MainWindow &m_window;
    std::weak_ptr<const core::TraceDocument> m_told; // once for each trace that is opened
};

} // namespace lamella::ui
