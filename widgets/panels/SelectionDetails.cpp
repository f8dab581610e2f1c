// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/SelectionDetails.h"

#include "core/import/EventTextReader.h"

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonValue>

namespace lamella::ui {

namespace {

void lookUpLaunch(
    core::AnalysisSession &session, core::KernelId kernel, SelectionDetails &details, const core::JobControl &control)
{
    const auto launches = session.launches(control);
    if (!launches || kernel.value >= launches->cpuOp.size())
        return;
    const core::TraceDocument &document = session.document();
    details.chain = core::launchChain(document, *launches, kernel, control);
    details.inputDims = std::string(document.text(details.chain.inputDims));
}

void sumName(const core::TraceDocument &document, core::StringId name, SelectionDetails &details)
{
    for (std::uint32_t i = 0; i < document.kernels.size(); ++i) {
        if (document.kernels.name[i] != name)
            continue;
        ++details.nameCount;
        details.nameSumNs += document.kernels.duration[i];
    }
}

} // namespace

core::Result<SelectionDetails> lookUp(
    core::AnalysisSession &session, const core::Selection &selection, const core::JobControl &control)
{
    const core::TraceDocument &document = session.document();
    SelectionDetails details;
    core::EventId event;
    if (const auto *kernel = std::get_if<core::KernelSelection>(&selection)) {
        event = document.kernels.event[kernel->kernel.value];
        lookUpLaunch(session, kernel->kernel, details, control);
    } else if (const auto *other = std::get_if<core::EventSelection>(&selection)) {
        event = other->event;
    } else if (const auto *name = std::get_if<core::NameSelection>(&selection)) {
        sumName(document, name->name, details);
    }
    if (event.valid()) {
        auto args = core::readEventArgs(document, event, control);
        if (args)
            details.args = std::move(*args);
        else if (args.error().code == core::ErrorCode::Cancelled)
            return args.error();
        else
            details.argsError = args.error();
    }
    if (control.stopRequested())
        return core::Error{core::ErrorCode::Cancelled, "stopped", {}, -1};
    return details;
}

std::string plainJson(std::string_view json)
{
    if (json.size() < 2 || json.front() != '"' || json.back() != '"')
        return std::string(json);
    const QByteArray wrapped = '[' + QByteArray(json.data(), static_cast<qsizetype>(json.size())) + ']';
    const QJsonDocument parsed = QJsonDocument::fromJson(wrapped);
    if (!parsed.isArray())
        return std::string(json.substr(1, json.size() - 2));
    return parsed[0].toString().toStdString();
}

} // namespace lamella::ui
