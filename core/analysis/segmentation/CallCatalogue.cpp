// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/CallCatalogue.h"

#include "core/analysis/segmentation/ProgramLaunches.h"
#include "core/analysis/segmentation/training/TrainingNames.h"
#include "core/base/ContainsAny.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace lamella::core {

namespace {

constexpr std::string_view kModule = "nn.Module: ";
constexpr int kMaxLayerNumber = 2000;
constexpr std::size_t kMaxLabels = 4096; // of a hostile trace; names beyond it are not looked at
constexpr std::size_t kMaxGroups = 16; // each costs one look-up a kernel

bool namesStep(const std::string &lower)
{
    return containsAny(lower, {"step", "execute", "forward", "decode", "prefill", "extend", "generate", "iteration", "batch"});
}

// "forward", "model.forward", "Forward pass"; not the name of an operator or a module inside of it.
bool namesForward(const std::string &label)
{
    const std::size_t at = label.find("forward");
    const std::string_view after = at == std::string::npos ? std::string_view("x") : std::string_view(label).substr(at + 7);
    const bool ends = after.find_first_not_of(" _-.:pas") == std::string_view::npos; // " pass"
    return ends && (at == 0 || label.find("model") < at || label.find("full") < at);
}

// What the name of an event means, worked out once per name.
struct NameMeaning {
    enum Kind : std::uint8_t { NotLookedAt, Nothing, Layer, ModuleLayer, Step, Backward } kind = NotLookedAt;
    std::uint32_t group = 0;
    int number = 0;
};

class Collector {
public:
    explicit Collector(const TraceDocument &document)
        : m_document(document)
        , m_programs(document)
        , m_meanings(document.strings.size())
        , m_annotates(document.strings.size(), -1)
    {
    }

    void visit(const EventChunk &chunk, std::uint32_t r)
    {
        const StringId name = chunk.name[r];
        if (m_programs.take(chunk, r))
            return;
        NameMeaning &meaning = m_meanings[name.value];
        if (meaning.kind == NameMeaning::NotLookedAt)
            meaning = meaningOf(m_document.text(name));
        if (meaning.kind == NameMeaning::Nothing || chunk.duration[r] < 0)
            return;
        if (meaning.kind != NameMeaning::ModuleLayer && !annotates(chunk.category[r]))
            return;
        if (meaning.kind == NameMeaning::Backward) {
            m_backward = true;
            return;
        }
        std::vector<CallGroup> &groups = meaning.kind == NameMeaning::Step ? m_steps : m_layers;
        groups[meaning.group].calls.push_back(
            {chunk.start[r], chunk.start[r] + chunk.duration[r], chunk.track[r], meaning.number, name});
    }

    // Before layers(), which forgets modules that are none.
    [[nodiscard]] CallGroup modules() const
    {
        CallGroup covered;
        for (const CallGroup &group : m_layers)
            if (namesModules(group.label))
                covered.calls.insert(covered.calls.end(), group.calls.begin(), group.calls.end());
        joinOverlapping(covered.calls);
        return covered;
    }

    // The outermost repeated module holds most time.
    [[nodiscard]] std::vector<CallGroup> layers()
    {
        std::erase_if(m_layers, [](const CallGroup &group) {
            std::set<int> numbers;
            for (const AnnotatedCall &c : group.calls)
                numbers.insert(c.number);
            return numbers.size() < 2 || *numbers.rbegin() - *numbers.begin() + 1 != static_cast<int>(numbers.size());
        });
        return ranked(std::move(m_layers), [](const CallGroup &group) {
            double time = 0;
            for (const AnnotatedCall &c : group.calls)
                time += static_cast<double>(c.end - c.begin);
            return time;
        });
    }
    [[nodiscard]] std::vector<CallGroup> steps()
    {
        std::vector<CallGroup> found =
            ranked(std::move(m_steps), [](const CallGroup &group) { return static_cast<double>(group.calls.size()); });
        for (CallGroup &group : found)
            group.onePass = namesForward(group.label);
        std::vector<CallGroup> programs = m_programs.groups();
        found.insert(found.begin(), std::make_move_iterator(programs.begin()), std::make_move_iterator(programs.end()));
        return found;
    }

    [[nodiscard]] bool backward() const { return m_backward; }
    [[nodiscard]] std::set<StringId> programs() const { return m_programs.programs(); }

private:
    bool annotates(StringId category)
    {
        signed char &known = m_annotates[category.value];
        if (known < 0)
            known = isAnnotation(m_document.text(category)) ? 1 : 0;
        return known != 0;
    }

    NameMeaning meaningOf(std::string_view name)
    {
        std::string_view prefix;
        NameMeaning meaning;
        if (splitLayerName(name, prefix, meaning.number)) {
            meaning.kind = name.starts_with(kModule) ? NameMeaning::ModuleLayer : NameMeaning::Layer;
            return grouped(meaning, std::string(prefix), m_layers, m_layerRow);
        }
        const std::string lower = lowerCasedText(name);
        if (lower.find("backward") != std::string::npos) {
            meaning.kind = NameMeaning::Backward;
            return meaning;
        }
        if (!namesStep(lower))
            return {NameMeaning::Nothing};
        meaning.kind = NameMeaning::Step;
        // One group a kind of step: the words before the first number or bracket, behind a tag such as "[Executor]".
        const std::size_t tagged = lower.starts_with('[') ? std::min(lower.find(']'), lower.size()) : 0;
        return grouped(meaning, lower.substr(0, lower.find_first_of("0123456789[(#", tagged)), m_steps, m_stepRow);
    }

    static NameMeaning grouped(
        NameMeaning meaning, const std::string &label, std::vector<CallGroup> &groups, std::map<std::string, std::uint32_t> &rows)
    {
        if (groups.size() >= kMaxLabels && !rows.contains(label))
            return {NameMeaning::Nothing};
        const auto [it, fresh] = rows.try_emplace(label, static_cast<std::uint32_t>(groups.size()));
        if (fresh)
            groups.push_back({label, false, {}});
        meaning.group = it->second;
        return meaning;
    }

    template <class Weight> static std::vector<CallGroup> ranked(std::vector<CallGroup> groups, Weight weight)
    {
        std::erase_if(groups, [](const CallGroup &g) { return g.calls.empty(); });
        std::vector<std::pair<double, std::size_t>> order;
        for (std::size_t g = 0; g < groups.size(); ++g)
            order.emplace_back(weight(groups[g]), g);
        std::sort(order.begin(), order.end(), [&](const auto &a, const auto &b) {
            return a.first != b.first ? a.first > b.first : groups[a.second].label < groups[b.second].label;
        });
        std::vector<CallGroup> best;
        for (std::size_t i = 0; i < std::min(kMaxGroups, order.size()); ++i)
            best.push_back(std::move(groups[order[i].second]));
        for (CallGroup &group : best)
            std::sort(group.calls.begin(), group.calls.end());
        return best;
    }

    const TraceDocument &m_document;
    ProgramLaunches m_programs;
    std::vector<NameMeaning> m_meanings; // by name
    std::vector<signed char> m_annotates; // by category: -1 = not looked at
    std::vector<CallGroup> m_layers;
    std::vector<CallGroup> m_steps;
    bool m_backward = false;
    std::map<std::string, std::uint32_t> m_layerRow;
    std::map<std::string, std::uint32_t> m_stepRow;
};

} // namespace

void joinOverlapping(std::vector<AnnotatedCall> &calls)
{
    std::sort(calls.begin(), calls.end());
    std::size_t kept = 0;
    for (const AnnotatedCall &call : calls) {
        if (kept > 0 && calls[kept - 1].track == call.track && call.begin < calls[kept - 1].end)
            calls[kept - 1].end = std::max(calls[kept - 1].end, call.end);
        else
            calls[kept++] = call;
    }
    calls.resize(kept);
}

int CallCursor::operator()(TrackId track, std::int64_t time)
{
    const auto behind = [&](const AnnotatedCall &c) { return c.track != track ? track < c.track : time < c.begin; };
    if ((m_next < m_calls.size() && !behind(m_calls[m_next])) || (m_next > 0 && behind(m_calls[m_next - 1]))) {
        const auto next = std::partition_point(m_calls.begin(), m_calls.end(), [&](const auto &c) { return !behind(c); });
        m_next = static_cast<std::size_t>(next - m_calls.begin());
    }
    const bool inside = m_next > 0 && m_calls[m_next - 1].track == track && time < m_calls[m_next - 1].end;
    return inside ? static_cast<int>(m_next - 1) : -1;
}

CallCatalogue::CallCatalogue(const TraceDocument &document, const JobControl &control)
{
    Collector collector(document);
    for (const EventChunk &chunk : document.events.chunks()) {
        if (control.stopRequested())
            return;
        for (std::uint32_t r = 0; r < chunk.size(); ++r)
            collector.visit(chunk, r);
    }
    m_modules = collector.modules();
    m_layers = collector.layers();
    m_steps = collector.steps();
    m_programs = useOfPrograms(document, collector.programs());
    m_backward = collector.backward() || holdsGradientScopes(document);
}

bool isAnnotation(std::string_view category)
{
    return containsAny(category, {"annotation", "nvtx", "NVTX"});
}

bool namesModules(std::string_view label)
{
    return label.starts_with(kModule);
}

bool splitLayerName(std::string_view name, std::string_view &prefix, int &number)
{
    std::size_t digits = 0;
    if (name.starts_with(kModule)) {
        digits = name.find_last_not_of("0123456789") + 1;
        if (digits >= name.size() || digits < 2 || name[digits - 1] != '_')
            return false;
        prefix = name.substr(0, digits - 1);
    } else {
        const std::string lower = lowerCasedText(name);
        std::size_t at = lower.rfind("layer");
        if (at == std::string::npos)
            at = lower.rfind("block");
        if (at == std::string::npos)
            return false;
        digits = lower.find_first_of("0123456789", at);
        if (digits == std::string::npos || digits - at > 9)
            return false;
        prefix = name.substr(0, digits);
    }
    std::size_t end = digits;
    number = 0;
    while (end < name.size() && name[end] >= '0' && name[end] <= '9' && number <= kMaxLayerNumber)
        number = number * 10 + (name[end++] - '0');
    return number <= kMaxLayerNumber;
}

} // namespace lamella::core
