// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/perfetto/TraceProcessor.h"

#include "widgets/perfetto/PerfettoSettings.h"

#include <QStandardPaths>

namespace lamella::ui {

namespace {

constexpr int kPatienceMs = 10 * 60 * 1000; // it reads the whole trace before it answers
constexpr qsizetype kMaxLineBytes = 300;

} // namespace

TraceProcessor::TraceProcessor(QObject *parent)
    : QObject(parent)
{
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setStandardInputFile(QProcess::nullDevice());
    connect(&m_process, &QProcess::readyReadStandardError, this, [this] {
        m_process.setReadChannel(QProcess::StandardError);
        const QList<QByteArray> lines = m_process.readAllStandardError().split('\n');
        for (const QByteArray &line : lines)
            if (!line.trimmed().isEmpty())
                m_lastLine = line.trimmed().left(kMaxLineBytes);
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(tr("%1 could not be started: %2").arg(m_program, m_process.errorString()));
    });
    connect(&m_process, &QProcess::finished, this, [this] {
        if (!m_launched)
            return;
        fail(m_lastLine.isEmpty() ? tr("trace_processor has ended")
                                  : tr("trace_processor has ended: %1").arg(QString::fromUtf8(m_lastLine)));
    });
    connect(&m_probe, &PortProbe::answered, this, [this](bool somebody) {
        if (!m_launched && somebody) {
            fail(tr("Port %1 is taken by another program").arg(m_port));
        } else if (!m_launched) {
            launch();
        } else if (somebody) {
            m_ready = true;
            emit ready();
        } else {
            fail(tr("trace_processor does not answer"));
        }
    });
}

TraceProcessor::~TraceProcessor()
{
    m_process.disconnect(this);
    stop();
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished(1000);
    }
}

QString TraceProcessor::program()
{
    for (const QString &name : {QStringLiteral("trace_processor"), QStringLiteral("trace_processor_shell")})
        if (QString path = QStandardPaths::findExecutable(name); !path.isEmpty())
            return path;
    return {};
}

QStringList TraceProcessor::arguments(const QString &file, quint16 port, const QString &origin)
{
    QStringList list{QStringLiteral("--httpd"), QStringLiteral("--http-ip-address"), QStringLiteral("127.0.0.1"),
        QStringLiteral("--http-port"), QString::number(port)};
    if (origin != PerfettoSettings().origin())
        list << QStringLiteral("--http-additional-cors-origins") << origin;
    return list << file;
}

void TraceProcessor::start(const QString &program, const QString &file, quint16 port, const QString &origin)
{
    stop();
    m_port = port;
    m_program = program;
    m_file = file;
    m_origin = origin;
    if (m_process.state() != QProcess::NotRunning) { // the previous one has not ended yet
        m_process.kill();
        m_process.waitForFinished(1000);
    }
    m_probe.ask(m_port, 0);
}

void TraceProcessor::launch()
{
    m_launched = true;
    m_lastLine.clear();
    m_process.start(m_program, arguments(m_file, m_port, m_origin));
    if (m_launched) // false if it failed immediately
        m_probe.ask(m_port, kPatienceMs);
}

void TraceProcessor::stop()
{
    m_launched = false;
    m_ready = false;
    m_probe.cancel();
    if (m_process.state() != QProcess::NotRunning)
        m_process.terminate();
}

void TraceProcessor::fail(const QString &reason)
{
    stop();
    emit failed(reason);
}

} // namespace lamella::ui
