// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/GeneratedJob.h"

#include "tests/support/GeneratedTraces.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace lamella::test {

namespace {

std::string withoutGroupArguments(const std::string &json)
{
    std::string kept;
    std::size_t from = 0;
    for (std::size_t at = 0; (at = json.find(", \"Collective name\"", from)) != std::string::npos;) {
        kept.append(json, from, at - from);
        from = json.find('}', at);
    }
    return kept.append(json, from);
}

} // namespace

std::int64_t RankFile::shownNs(std::int64_t sinceZeroNs, std::int64_t zeroNs) const
{
    return zeroNs + sinceZeroNs + clockOffsetNs + std::llround(static_cast<double>(sinceZeroNs) * driftPpm * 1e-6);
}

GeneratedJob generatedJob(const std::string &name, bool groupArguments)
{
    const std::string folder = "job-" + name + '/';
    const QJsonObject truth = QJsonDocument::fromJson(QByteArray::fromStdString(generatedFile(folder + "truth.json"))).object();
    GeneratedJob job;
    job.zeroNs = truth[QLatin1String("zero_ns")].toInteger();
    job.stragglerRank = truth[QLatin1String("straggler_rank")].toInt();
    job.stragglerLayer = truth[QLatin1String("straggler_layer")].toInt();
    job.numbered = groupArguments && truth[QLatin1String("numbered")].toBool();
    for (const QJsonValue &end : truth[QLatin1String("collective_ends_ns")].toArray())
        job.collectiveEndNs.push_back(end.toInteger());
    for (const QJsonValue &rank : truth[QLatin1String("ranks")].toArray()) {
        RankFile file;
        file.fileName = rank[QLatin1String("file")].toString().toStdString();
        file.clockOffsetNs = rank[QLatin1String("clock_offset_ns")].toInteger();
        file.driftPpm = rank[QLatin1String("drift_ppm")].toInt();
        file.json = generatedFile(folder + file.fileName + ".gz");
        if (!groupArguments)
            file.json = withoutGroupArguments(file.json);
        job.files.push_back(std::move(file));
    }
    return job;
}

} // namespace lamella::test
