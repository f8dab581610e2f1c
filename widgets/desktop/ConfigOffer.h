// SPDX-License-Identifier: GPL-3.0-or-later
// Offers the model config that lies beside a trace. It is used only when somebody says so, since it may be of another model;
// whoever has said so once for this file is not asked again.
#pragma once

#include <QObject>
#include <QString>

#include <memory>

namespace lamella::core {
struct TraceDocument;
}

namespace lamella::ui {

class JobSlot;
class MainWindow;

class ConfigOffer : public QObject {
    Q_OBJECT
public:
    explicit ConfigOffer(MainWindow &window);
    ~ConfigOffer() override;

private:
    void look();
    void offer(const QString &config);
    void use(const QString &config);

    MainWindow &m_window;
    std::unique_ptr<JobSlot> m_job; // folders may lie on a slow disk
    std::weak_ptr<const core::TraceDocument> m_asked; // once for each trace that is opened
};

} // namespace lamella::ui
