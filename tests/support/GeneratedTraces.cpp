// SPDX-License-Identifier: GPL-3.0-or-later
// In the files, events stand one a line and pass by pass: host events of a pass, then each launch with its GPU events. Names of
// processes and threads, annotations and frames stand in front of them.
#include "tests/support/GeneratedTraces.h"

#include "tests/support/Gzip.h"

#include <QFile>

#include <algorithm>
#include <charconv>

namespace lamella::test {

namespace {

std::vector<std::string> parts(std::string_view text, char by)
{
    std::vector<std::string> found;
    for (std::size_t at = 0; at != std::string_view::npos;) {
        at = text.find(by);
        found.emplace_back(text.substr(0, at));
        text = at == std::string_view::npos ? text : text.substr(at + 1);
    }
    return found;
}

template <class Number> Number parsed(std::string_view text)
{
    Number value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// Where the value of "key": begins and how long it is; a length of 0 where there is none.
std::pair<std::size_t, std::size_t> place(std::string_view event, std::string_view key)
{
    const std::size_t at = event.find(key);
    if (at == std::string_view::npos)
        return {0, 0};
    const std::size_t begin = at + key.size();
    return {begin, std::min(event.find_first_of(",}", begin), event.size()) - begin};
}

constexpr std::string_view kStart = "\"ts\": ";
constexpr std::int64_t kPauseNs = 500'000; // in front of a repeated pass

// Microseconds with three decimals -> nanoseconds.
std::int64_t nanoseconds(std::string_view event, std::string_view key)
{
    const auto [begin, length] = place(event, key);
    std::string digits(event.substr(begin, length));
    std::erase(digits, '.');
    return parsed<std::int64_t>(digits);
}

bool onGpu(std::string_view event)
{
    return event.find("\"cat\": \"kernel\"") != std::string_view::npos
        || event.find("\"cat\": \"gpu_mem") != std::string_view::npos;
}

// The event, later by so many nanoseconds and with other identifiers.
std::string later(std::string event, std::int64_t ns, std::int64_t identifiers)
{
    for (const std::string_view key : {"\"correlation\": ", "\"External id\": ", "\"id\": "}) {
        if (const auto [begin, length] = place(event, key); length > 0)
            event.replace(begin, length, std::to_string(parsed<std::int64_t>(event.substr(begin, length)) + identifiers));
    }
    std::string time = std::to_string(nanoseconds(event, kStart) + ns);
    time.insert(time.size() - 3, ".");
    const auto [begin, length] = place(event, kStart);
    return event.replace(begin, length, time);
}

core::Stage stageNamed(std::string_view name)
{
    using core::Stage;
    for (const auto &[stage, text] :
        {std::pair{Stage::Prefill, "prefill"}, {Stage::Decode, "decode"}, {Stage::Mixed, "mixed"}, {Stage::Draft, "draft"},
            {Stage::Forward, "forward"}, {Stage::Backward, "backward"}, {Stage::Optimizer, "optimizer"}})
        if (name == text)
            return stage;
    return Stage::Unknown;
}

// pass,layer,side,stage,device
TruthRow truthRow(std::string_view line, std::string_view event)
{
    const std::vector<std::string> cells = parts(line, ',');
    TruthRow row;
    row.startNs = nanoseconds(event, kStart);
    row.pass = cells.at(0).empty() ? core::kNoPass : parsed<int>(cells[0]);
    row.layer = cells.at(1) == "head" ? core::kHeadLayer
        : cells[1] == "tail"          ? core::kTailLayer
        : cells[1].empty()            ? core::kNoLayer
                                      : parsed<int>(cells[1]);
    row.side = cells.at(2) == "1";
    row.stage = stageNamed(cells.at(3));
    row.device = parsed<int>(cells.at(4));
    const std::size_t begin = event.find("\"name\": \"") + 9;
    row.name = std::string(event.substr(begin, event.find("\", \"pid\"") - begin));
    return row;
}

class Trace {
public:
    explicit Trace(const std::string &name)
    {
        const std::string text = generatedFile(name + ".trace.json.gz");
        const std::size_t begin = text.find('\n', text.find("\"traceEvents\"")) + 1;
        const std::size_t end = text.rfind("\n  ]");
        m_head = text.substr(0, begin);
        m_foot = text.substr(end);
        const std::vector<std::string> truth = parts(generatedFile(name + ".truth.csv.gz"), '\n');
        for (std::string &event : parts(std::string_view(text).substr(begin, end - begin), '\n')) {
            if (event.ends_with(','))
                event.pop_back();
            if (onGpu(event))
                m_truth.push_back(truthRow(truth.at(m_truth.size() + 1), event)); // below the names of the columns
            const bool behind = onGpu(event) || event.find("\"ph\": \"f\"") != std::string::npos;
            m_events.push_back({std::move(event), m_truth.size() + (behind ? 0 : 1)});
            if (isOfNoPass(m_events.back().text))
                m_events.back().row = 0;
        }
        if (m_truth.size() + 2 != truth.size())
            qFatal("%s: truth of other events", name.c_str());
    }

    void keepPasses(int passes)
    {
        int held = 0;
        for (const TruthRow &row : m_truth)
            held = std::max(held, row.pass + 1);
        if (passes > held) {
            repeat(held - 1, passes - held);
            return;
        }
        m_truth.resize(rowsUpTo(passes - 1));
        std::erase_if(m_events, [this](const Event &event) { return event.row > m_truth.size(); });
    }

    void dropHostEvents()
    {
        std::erase_if(m_events,
            [](const Event &event) { return !onGpu(event.text) && event.text.find("\"ph\": \"M\"") == std::string::npos; });
    }

    GeneratedTrace take()
    {
        GeneratedTrace trace;
        trace.json = std::move(m_head);
        for (const Event &event : m_events)
            trace.json += (&event == &m_events.front() ? "" : ",\n") + event.text;
        trace.json += m_foot;
        trace.truth = std::move(m_truth);
        std::stable_sort(
            trace.truth.begin(), trace.truth.end(), [](const TruthRow &a, const TruthRow &b) { return a.startNs < b.startNs; });
        return trace;
    }

private:
    struct Event {
        std::string text;
        std::size_t row = 0; // of the GPU event that it belongs to, from 1; 0 = to none
    };

    static bool isOfNoPass(const std::string &event)
    {
        return event.find("\"ph\": \"M\"") != std::string::npos || event.find("_annotation\"") != std::string::npos
            || event.find("\"python_function\"") != std::string::npos;
    }

    [[nodiscard]] std::size_t rowsUpTo(int pass) const
    {
        std::size_t rows = m_truth.size();
        while (rows > 0 && (m_truth[rows - 1].pass == core::kNoPass || m_truth[rows - 1].pass > pass))
            --rows;
        return rows;
    }

    // Behind everything that is there, without isolated work.
    void repeat(int pass, int times)
    {
        std::vector<Event> block;
        std::copy_if(m_events.begin(), m_events.end(), std::back_inserter(block),
            [&](const Event &event) { return event.row > 0 && m_truth[event.row - 1].pass == pass; });
        std::vector<TruthRow> truth;
        std::copy_if(
            m_truth.begin(), m_truth.end(), std::back_inserter(truth), [&](const TruthRow &row) { return row.pass == pass; });
        const auto [begin, end] = bounds(block);
        const std::int64_t behind = bounds(m_events).second - begin;
        for (int time = 1; time <= times; ++time) {
            const std::int64_t by = behind + kPauseNs + (time - 1) * (end - begin + kPauseNs);
            for (const Event &event : block)
                m_events.push_back({later(event.text, by, time * 1'000'000), 0});
            for (TruthRow one : truth) {
                one.startNs += by;
                one.pass += time;
                m_truth.push_back(std::move(one));
            }
        }
    }

    // Begin and end of what belongs to GPU events.
    static std::pair<std::int64_t, std::int64_t> bounds(const std::vector<Event> &events)
    {
        std::pair<std::int64_t, std::int64_t> found{INT64_MAX, 0};
        for (const Event &event : events) {
            if (event.row == 0)
                continue;
            const std::int64_t start = nanoseconds(event.text, kStart);
            found.first = std::min(found.first, start);
            found.second = std::max(found.second, start + nanoseconds(event.text, "\"dur\": "));
        }
        return found;
    }

    std::string m_head;
    std::vector<Event> m_events;
    std::string m_foot;
    std::vector<TruthRow> m_truth; // in the order of the file
};

} // namespace

std::string generatedFile(const std::string &name)
{
    QFile file(QString::fromStdString(LAMELLA_TEST_DATA "/generated/" + name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(file.fileName()));
    const std::string bytes = file.readAll().toStdString();
    return name.ends_with(".gz") ? gunzipped(bytes) : bytes;
}

GeneratedTrace generatedTrace(TraceKind kind, const TraceOptions &options)
{
    const std::string name = traceKindName(kind);
    Trace trace(name);
    if (options.passes > 0)
        trace.keepPasses(options.passes);
    if (!options.hostEvents)
        trace.dropHostEvents();
    GeneratedTrace taken = trace.take();
    taken.config = generatedFile(name + ".config.json");
    return taken;
}

} // namespace lamella::test
