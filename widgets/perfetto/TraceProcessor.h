// SPDX-License-Identifier: GPL-3.0-or-later
// Perfetto's own trace_processor as a local server, for traces that no browser can hold: looked for on PATH, started only when
// the user has said so, ended with the trace. The page finds it by itself at 127.0.0.1:9001.
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

    [[nodiscard]] static QString program(); // empty when there is none on PATH
    [[nodiscard]] static QStringList arguments(const QString &file, quint16 port, const QString &origin);
    // Ends with ready() or failed().
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
    QByteArray m_lastLine; // of what it wrote to stderr
    bool m_launched = false;
    bool m_ready = false;
};

} // namespace lamella::ui
