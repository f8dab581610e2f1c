// SPDX-License-Identifier: GPL-3.0-or-later
// Runs Perfetto's trace_processor as a local server, for traces too large for a browser. Searched on PATH, started only on the
// user's request, stopped with the trace. Perfetto's page finds it at 127.0.0.1:9001.
#pragma once

#include "widgets/loopback/PortProbe.h"

#include <QObject>
#include <QProcess>

namespace lamella::ui {

class TraceProcessor : public QObject {
    Q_OBJECT
public:
    explicit TraceProcessor(QObject *parent = nullptr);
    ~TraceProcessor() override;

    [[nodiscard]] static QString program(); // empty if not on PATH
    [[nodiscard]] static QStringList arguments(const QString &file, quint16 port, const QString &origin);
    // Results in ready() or failed().
    void start(const QString &program, const QString &file, quint16 port, const QString &origin);
    void stop();
    [[nodiscard]] bool serves(const QString &file) const { return m_ready && m_file == file; }

signals:
    void ready();
    void failed(const QString &reason);

private:
    void launch();
    void fail(const QString &reason);

    QProcess m_process;
    PortProbe m_probe;
    QString m_program;
    QString m_file;
    QString m_origin;
    quint16 m_port = 0;
    QByteArray m_lastLine; // last line of its stderr
    bool m_launched = false;
    bool m_ready = false;
};

} // namespace lamella::ui
