// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ascend/AscendFolder.h"

#include "core/base/JobName.h"
#include "core/import/TimestampParser.h"

#include <QDir>
#include <QFileInfo>

namespace lamella::core {

namespace {

constexpr auto kOutput = "ASCEND_PROFILER_OUTPUT";
constexpr auto kTable = "kernel_details.csv";

// "profiler_info_12.json" -> 12
std::optional<int> numberAfter(const std::string &name, std::string_view word)
{
    const std::size_t end = name.find_first_not_of("0123456789", word.size());
    const auto number = parseInteger(std::string_view(name).substr(word.size(), end - word.size()));
    return number && *number <= 1'000'000 ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

// The newest table written by raw msprof: op_summary_<device>_<…>_<time>.csv.
std::optional<std::string> summaryIn(const QDir &folder)
{
    const QStringList names = folder.entryList({QStringLiteral("op_summary_*.csv")}, QDir::Files, QDir::Name);
    return names.isEmpty() ? std::nullopt : std::optional(folder.filePath(names.back()).toStdString());
}

// The table of this folder or of its output folder.
std::optional<std::string> tableIn(const QDir &folder)
{
    const QString inner = QStringLiteral("%1/%2").arg(QLatin1String(kOutput), QLatin1String(kTable));
    for (const QString &name : {QString::fromLatin1(kTable), inner}) {
        if (folder.exists(name))
            return folder.filePath(name).toStdString();
    }
    if (auto own = summaryIn(folder))
        return own;
    const QDir raw(folder.filePath(QStringLiteral("mindstudio_profiler_output")));
    return raw.exists() ? summaryIn(raw) : std::nullopt;
}

} // namespace

std::vector<std::string> ascendKernelTables(const std::string &folder)
{
    const QDir root(QString::fromStdString(folder));
    if (!root.exists())
        return {};
    if (const auto own = tableIn(root))
        return {*own};
    std::vector<std::string> tables;
    for (const QString &child : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        if (const auto table = tableIn(QDir(root.filePath(child))))
            tables.push_back(*table);
    }
    return tables;
}

std::optional<int> ascendRank(const std::string &kernelTable)
{
    QDir folder = QFileInfo(QString::fromStdString(kernelTable)).absoluteDir();
    if (folder.dirName() == QLatin1String(kOutput))
        folder.cdUp();
    for (const QString &name : folder.entryList({QStringLiteral("profiler_info_*.json")}, QDir::Files, QDir::Name))
        if (const auto rank = numberAfter(name.toStdString(), "profiler_info_"))
            return rank;
    return jobNameOf(folder.dirName().toStdString()).rank;
}

} // namespace lamella::core
