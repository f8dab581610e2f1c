// SPDX-License-Identifier: GPL-3.0-or-later
// Runs lamella-cli as a user does.
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace lamella::test {

struct CliResult {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

// `environment`: "COLUMNS=80", added to that of the test.
inline CliResult runCli(const QStringList &arguments, const QStringList &environment = {})
{
    QProcess process;
    process.setEnvironment(QProcess::systemEnvironment() + environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(QStringLiteral(LAMELLA_CLI), arguments);
    CliResult result;
    if (process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit)
        result.code = process.exitCode();
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

} // namespace lamella::test
