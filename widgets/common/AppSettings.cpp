// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/AppSettings.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFutureWatcher>
#include <QPointer>
#include <QThread>
#include <QTimer>
#include <QtConcurrent/QtConcurrent>

namespace lamella::ui {

namespace {

class WrittenLater final : public QSettings {
public:
    explicit WrittenLater(QCoreApplication *application)
        : QSettings(application)
    {
        constexpr int kDelayMs = 500; // changes that come together are written together
        m_delay.setSingleShot(true);
        m_delay.setInterval(kDelayMs);
        // All QSettings objects of one file share its changes.
        connect(&m_delay, &QTimer::timeout, this, [this] { m_writing.setFuture(QtConcurrent::run([] { QSettings().sync(); })); });
        connect(&m_writing, &QFutureWatcher<void>::finished, this, [this] {
            QEvent written(QEvent::UpdateRequest);
            QSettings::event(&written); // from now on the next change asks for an update again
        });
        connect(application, &QCoreApplication::aboutToQuit, this, &QSettings::sync);
    }

protected:
    // The first change after a write asks for an update; QSettings would write in the GUI thread.
    bool event(QEvent *event) override
    {
        if (event->type() != QEvent::UpdateRequest)
            return QSettings::event(event);
        m_delay.start();
        return true;
    }

private:
    QTimer m_delay;
    QFutureWatcher<void> m_writing;
};

} // namespace

QSettings &appSettings()
{
    static QPointer<QSettings> s_settings; // goes with the application
    Q_ASSERT(QThread::currentThread() == QCoreApplication::instance()->thread());
    if (!s_settings)
        s_settings = new WrittenLater(QCoreApplication::instance());
    return *s_settings;
}

} // namespace lamella::ui
