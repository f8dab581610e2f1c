// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/nsys/NsysExport.h"

#include "widgets/common/PrivateFolder.h"
#include "widgets/session/CacheSettingsStore.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr qsizetype kMaxPrinted = qsizetype{64} * 1024; // of the program's output, the end is kept
constexpr int kPollMs = 250;

QString cacheFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/nsys");
}

} // namespace

NsysExport::NsysExport(QObject *parent)
    : QObject(parent)
{
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this,
        [this] { emit progressed(QFileInfo(m_part).size(), static_cast<double>(m_clock.elapsed()) / 1000.0); });
}

NsysExport::~NsysExport()
{
    clear();
}

QString NsysExport::program()
{
    return QStandardPaths::findExecutable(QStringLiteral("nsys"));
}

QString NsysExport::exportPath(const QString &report)
{
    const QFileInfo info(report);
    const QString name = info.completeBaseName() + QStringLiteral(".sqlite");
    const QFileInfo beside(info.absoluteDir().filePath(name));
    // An export older than the report belongs to an earlier recording with the same name.
    if (beside.exists() ? beside.lastModified() >= info.lastModified() : QFileInfo(info.absolutePath()).isWritable())
        return beside.filePath();
    // Reports from many folders share the cache, often with the same names.
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QFile::encodeName(info.exists() ? info.canonicalFilePath() : info.absoluteFilePath()));
    const QByteArray recording =
        '\n' + QByteArray::number(info.size()) + '\n' + QByteArray::number(info.lastModified().toMSecsSinceEpoch());
    hash.addData(recording);
    const QString mark = QString::fromLatin1(hash.result().toHex().left(16));
    return QDir(cacheFolder()).filePath(mark + QLatin1Char('-') + name);
}

void NsysExport::pruneCache(const QString &kept, qint64 maxBytes)
{
    QFileInfoList exports = QDir(cacheFolder()).entryInfoList({QStringLiteral("*.sqlite")}, QDir::Files);
    const auto used = [](const QFileInfo &file) { return std::max(file.lastRead(), file.lastModified()); };
    std::stable_sort(exports.begin(), exports.end(), [&](const QFileInfo &a, const QFileInfo &b) { return used(b) < used(a); });
    const QFileInfo whole(kept);
    qint64 sum = whole.absolutePath() == QDir(cacheFolder()).absolutePath() ? whole.size() : 0;
    for (const QFileInfo &file : exports) {
        if (file.absoluteFilePath() == whole.absoluteFilePath())
            continue;
        sum += file.size();
        if (sum > maxBytes)
            QFile::remove(file.filePath());
    }
}

void NsysExport::start(const QString &program, const QString &report, const QString &output)
{
    if (running())
        cancel();
    clear();
    m_output = output;
    makePrivateFolder(QFileInfo(output).absolutePath());
    m_folder = std::make_unique<QTemporaryDir>(QFileInfo(output).absolutePath() + QStringLiteral("/.lamella-export-XXXXXX"));
    if (!m_folder->isValid()) {
        const QString reason = m_folder->errorString();
        m_folder.reset();
        emit failed(tr("The export cannot be written to %1: %2").arg(QFileInfo(output).absolutePath(), reason));
        return;
    }
    m_part = m_folder->filePath(QFileInfo(output).fileName());
    m_process = new QProcess(this);
    m_process->setProcessChannelMode(QProcess::MergedChannels);
    m_process->setStandardInputFile(QProcess::nullDevice()); // no input needed
    connect(m_process, &QProcess::readyRead, this, [this] {
        m_printed += m_process->readAll();
        m_printed = m_printed.right(kMaxPrinted);
    });
    connect(m_process, &QProcess::finished, this, &NsysExport::finish);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return; // finished() follows
        const QString reason = m_process->errorString();
        clear();
        emit failed(tr("nsys could not be started: %1").arg(reason));
    });
    m_clock.start();
    m_poll.start();
    const QString whole = QFileInfo(report).absoluteFilePath(); // absolute: a leading dash is not an option
    m_process->start(program,
        {QStringLiteral("export"), QStringLiteral("--type"), QStringLiteral("sqlite"), QStringLiteral("--output"), m_part,
            whole});
}

void NsysExport::cancel()
{
    if (!running() || m_stopping)
        return;
    m_stopping = true;
    m_process->terminate();
    QTimer::singleShot(m_patience, m_process, [process = m_process] { process->kill(); });
}

void NsysExport::finish(int exitCode, QProcess::ExitStatus status)
{
    m_printed += m_process->readAll();
    if (m_stopping) {
        clear();
        emit cancelled();
        return;
    }
    const QString words = said();
    if (status != QProcess::NormalExit || exitCode != 0 || !QFileInfo(m_part).isFile()) {
        clear();
        emit failed(words.isEmpty() ? tr("nsys export ended without an export (exit code %1).").arg(exitCode)
                                    : tr("nsys export failed: %1").arg(words));
        return;
    }
    const QString output = m_output;
    // An export that appeared meanwhile is not overwritten.
    const bool placed = !QFileInfo::exists(output) && QFile::rename(m_part, output);
    clear();
    if (placed) {
        pruneCache(output, static_cast<qint64>(cacheSettingsWhenOn().maxBytes));
        emit exported(output);
    } else
        emit failed(tr("The export could not be put in place: %1 exists or cannot be written.").arg(output));
}

void NsysExport::clear()
{
    m_poll.stop();
    if (m_process != nullptr) {
        m_process->disconnect(this);
        if (m_process->state() != QProcess::NotRunning) {
            m_process->kill();
            m_process->waitForFinished(1000);
        }
        m_process->deleteLater();
        m_process = nullptr;
    }
    m_folder.reset(); // including the partial output
    m_printed.clear();
    m_stopping = false;
}

QString NsysExport::said() const
{
    constexpr int kLines = 3;
    QStringList lines;
    for (const QString &line : QString::fromUtf8(m_printed).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        if (!line.trimmed().isEmpty())
            lines << line.trimmed().left(300);
    return lines.mid(std::max<qsizetype>(0, lines.size() - kLines)).join(QLatin1Char(' '));
}

} // namespace lamella::ui
