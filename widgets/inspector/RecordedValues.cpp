// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/RecordedValues.h"

#include "core/base/Format.h"
#include "core/import/EventTextReader.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonValue>

#include <algorithm>
#include <charconv>

namespace lamella::ui {

namespace {

constexpr std::size_t kMaxArgs = 200; // an event of a hostile file may contain millions
constexpr std::size_t kMaxArgChars = 300;
constexpr std::string_view kAllocator = "[memory]"; // name of the events of PyTorch's allocator

std::optional<std::int64_t> wholeNumber(std::string_view json)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(json.data(), json.data() + json.size(), number);
    return error == std::errc() && end == json.data() + json.size() ? std::optional(number) : std::nullopt;
}

// An arg of the allocator in words, with what the file records as the tooltip; nothing for one without words.
std::optional<InspectorRow> allocatorRow(const std::string &key, const std::string &json)
{
    const auto number = wholeNumber(json);
    if (!number)
        return std::nullopt;
    QString label;
    QString value = qtext(core::formatBytes(*number));
    if (key == "Bytes") {
        label = *number < 0 ? InspectorText::tr("Freed") : InspectorText::tr("Allocated");
        value = qtext(core::formatBytes(*number == INT64_MIN ? INT64_MAX : std::abs(*number)));
    } else if (key == "Total Allocated") {
        label = InspectorText::tr("Allocated after it");
    } else if (key == "Total Reserved") {
        label = InspectorText::tr("Reserved after it");
    } else if (key == "Addr") {
        label = InspectorText::tr("Address");
        value = QStringLiteral("0x%1").arg(static_cast<qulonglong>(*number), 0, 16);
    } else if (key == "Device Type" && *number >= 0 && *number <= 1) {
        label = InspectorText::tr("Where");
        value = *number == 0 ? InspectorText::tr("host memory") : InspectorText::tr("GPU memory");
    } else {
        return std::nullopt;
    }
    InspectorRow row = factRow(label, value);
    row.tip = qtext(key + ": " + json);
    return row;
}

} // namespace

core::Result<RecordedValues> recordedValues(
    core::AnalysisSession &session, const core::Selection &selection, const core::JobControl &control)
{
    const core::TraceDocument &document = session.document();
    RecordedValues values;
    core::EventId event;
    if (const auto *kernel = std::get_if<core::KernelSelection>(&selection))
        event = document.kernels.event[kernel->kernel.value];
    else if (const auto *other = std::get_if<core::EventSelection>(&selection))
        event = other->event;
    if (event.valid()) {
        values.ofAllocator = document.text(document.events.row(event).name) == kAllocator;
        auto args = core::readEventArgs(document, event, control);
        if (args)
            values.args = std::move(*args);
        else if (args.error().code == core::ErrorCode::Cancelled)
            return args.error();
        else
            values.error = args.error();
    }
    if (control.stopRequested())
        return core::Error{core::ErrorCode::Cancelled, "stopped", {}, -1};
    return values;
}

InspectorSection recordedSection(const RecordedValues &values)
{
    InspectorSection section;
    section.id = QStringLiteral("recorded");
    section.title = InspectorText::tr("Recorded values");
    const auto sentence = [&section](const QString &text) {
        InspectorRow row;
        row.label = text;
        row.sentence = true;
        section.rows.push_back(row);
    };
    if (values.error)
        sentence(InspectorText::tr("n/a, %1").arg(errorText(*values.error)));
    else if (values.args.empty())
        sentence(InspectorText::tr("n/a, the file records none"));
    for (std::size_t i = 0; i < std::min(kMaxArgs, values.args.size()); ++i) {
        if (auto words = values.ofAllocator ? allocatorRow(values.args[i].first, values.args[i].second) : std::nullopt) {
            section.rows.push_back(*std::move(words));
            continue;
        }
        InspectorRow row;
        row.label = qtext(std::string_view(values.args[i].first).substr(0, kMaxArgChars));
        row.value = qtext(plainJson(values.args[i].second)).left(kMaxArgChars);
        section.rows.push_back(row);
    }
    if (values.args.size() > kMaxArgs)
        sentence(InspectorText::tr("and %1 more").arg(values.args.size() - kMaxArgs));
    return section;
}

InspectorContent eventContent(const core::TraceDocument &document, core::EventId id)
{
    InspectorContent content;
    const core::EventRow event = document.events.row(id);
    content.icon = QStringLiteral("info");
    const std::string_view name = document.text(event.name);
    content.title = name == kAllocator ? InspectorText::tr("Memory event") : qtext(name);
    QStringList path{qtext(document.text(event.category))};
    if (event.track.value < document.tracks.size()) {
        const core::Track &track = document.tracks[event.track.value];
        path << qtext(track.processName.empty() ? track.process : track.processName + " " + track.process)
             << qtext(track.threadName.empty() ? track.thread : track.threadName + " " + track.thread);
    }
    path.removeAll(QString());
    content.path = path.join(QStringLiteral(" · "));
    if (event.duration >= 0) {
        content.figure = durationText(event.duration);
        content.unit = InspectorText::tr("duration");
    }
    return content;
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
