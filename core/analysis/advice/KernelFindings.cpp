// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about kernels that could be one, need not run, or take longer than their like.
#include "core/analysis/StagePasses.h"
#include "core/analysis/advice/PassWork.h"
#include "core/base/AsciiCase.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

bool contains(const std::vector<std::string> &names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

struct Occurrence {
    std::vector<KernelId> kernels;
    std::vector<std::size_t> steps; // of each kernel
};

// Work that a pattern may hold without being part of it: clearing of workspaces.
bool isBetween(const PassWork &work, KernelId kernel)
{
    return work.input.analysis.document.kernels.kind[kernel.value] == KernelKind::Memset;
}

// The pattern from `at` on; empty if it is not there.
Occurrence occurrenceAt(
    const PassWork &work, const AdviceRule &rule, StepMatcher &matcher, const std::vector<KernelId> &stream, std::size_t at)
{
    Occurrence found;
    std::size_t next = at;
    for (std::size_t step = 0; step < rule.steps.size(); ++step) {
        const AdviceStep &s = rule.steps[step];
        std::size_t taken = 0;
        RoleId role = 0;
        while (next < stream.size() && (taken == 0 || s.many)) {
            if (!found.kernels.empty() && isBetween(work, stream[next])) {
                ++next;
                continue;
            }
            const RoleId own = work.input.roles.id(stream[next]);
            if (!matcher.fits(step, stream[next]) || (s.same && taken > 0 && own != role))
                break;
            role = own;
            found.kernels.push_back(stream[next]);
            found.steps.push_back(step);
            ++taken;
            ++next;
        }
        if (taken == 0 && !s.optional)
            return {};
    }
    const bool enough = found.kernels.size() >= static_cast<std::size_t>(rule.minKernels)
        && (rule.contains.empty() || std::any_of(found.kernels.begin(), found.kernels.end(), [&](KernelId k) {
               return contains(rule.contains, work.input.roles.of(k));
           }));
    return enough ? found : Occurrence();
}

// Whether the sum of a residual add is needed beyond the norm behind it: the next add takes it, unless the norm is that of the
// add's own half of the layer (post-norm), whose result is the new residual.
bool isSumNeeded(const PassWork &work, const Occurrence &found)
{
    constexpr std::string_view kAdd = "add ";
    const std::string_view add = work.input.roles.of(found.kernels.front());
    return add.starts_with(kAdd) && !work.input.roles.of(found.kernels.back()).ends_with(add.substr(kAdd.size()));
}

// What one kernel in place of all moves, over what this one moves, at least. An add moves three tensors; fused with a norm it
// also writes the normalised one beside the sum.
double growth(const PassWork &work, const Occurrence &found, KernelId kernel)
{
    constexpr double kBesideSum = 4.0 / 3;
    return kernel == found.kernels.front() && isSumNeeded(work, found) ? kBesideSum : 1;
}

// What one kernel in place of these takes by the roofline: at least the bytes of the one that moves most, at the share of the
// bandwidth that such work reaches in this pass, and no less than the shortest of its sort. 0: the bytes of some are not known.
std::int64_t byRoofline(const PassWork &work, const Occurrence &found)
{
    double most = 0;
    for (const KernelId kernel : found.kernels) {
        const double bytes = work.bytes(kernel);
        if (bytes <= 0)
            return 0;
        most = std::max(most, bytes * growth(work, found, kernel));
    }
    const double rate = work.bytesPerNs() * work.streamingRate();
    return rate > 0 ? std::max(work.fixedNs(), static_cast<std::int64_t>(most / rate + 0.5)) : 0;
}

// The same by the time of the one that takes longest.
std::int64_t byLongest(const PassWork &work, const Occurrence &found)
{
    double longest = 0;
    for (const KernelId kernel : found.kernels)
        longest = std::max(longest, static_cast<double>(work.durationNs(kernel)) * growth(work, found, kernel));
    return static_cast<std::int64_t>(longest + 0.5);
}

// One kernel in place of several: at best what the roofline says, else as long as the longest (or the one that stays); at worst
// with the fixed cost of each but one saved. Returns whether it is by the roofline.
bool change(const PassWork &work, const AdviceRule &rule, const Occurrence &found, AdviceFinding &finding)
{
    std::size_t stays = 0;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < found.kernels.size(); ++i) {
        sum = addSaturated(sum, work.durationNs(found.kernels[i]));
        if (rule.keep >= 0 ? found.steps[i] == static_cast<std::size_t>(rule.keep) && found.steps[stays] != found.steps[i]
                           : work.durationNs(found.kernels[i]) > work.durationNs(found.kernels[stays]))
            stays = i;
    }
    const std::int64_t kept = work.durationNs(found.kernels[stays]);
    const std::int64_t limit = rule.keep >= 0 ? 0 : byRoofline(work, found);
    const std::int64_t best = std::min(sum, limit > 0 ? limit : rule.keep >= 0 ? kept : byLongest(work, found));
    const auto others = static_cast<std::int64_t>(found.kernels.size() - 1);
    const std::int64_t worst = std::max(best, sum - std::min(others * work.fixedNs(), sum));
    std::int64_t beyond = best - std::min(best, kept); // what one kernel takes longer than the one that stays
    for (std::size_t i = 0; i < found.kernels.size(); ++i) {
        const KernelId kernel = found.kernels[i];
        const std::int64_t own = work.durationNs(kernel);
        // What remains at worst is shared out over all of them.
        const auto left = sum > 0
            ? static_cast<std::int64_t>(static_cast<double>(worst) / static_cast<double>(sum) * static_cast<double>(own) + 0.5)
            : 0;
        const std::int64_t bestNs = i == stays ? std::min(best, kept) : std::min(beyond, own);
        beyond -= i == stays ? 0 : bestNs;
        finding.changes.push_back({kernel, bestNs, left});
    }
    return limit > 0;
}

std::string namesOf(const PassWork &work, const Occurrence &found)
{
    std::string all;
    std::string last;
    std::size_t times = 0;
    const auto flush = [&] {
        if (times > 0)
            all += (all.empty() ? "" : ", ") + (times > 1 ? std::to_string(times) + " \u00d7 " : "") + last;
    };
    for (const KernelId kernel : found.kernels) {
        const std::string name = work.called(kernel);
        if (name != last) {
            flush();
            last = name;
            times = 0;
        }
        ++times;
    }
    flush();
    return all;
}

Message fusionBasis(const PassWork &work, const AdviceRule &rule, bool limited, bool withSum)
{
    if (rule.keep >= 0)
        return msg(
            "the product takes as long as before; at worst each other kernel still takes what it does above the shortest of its "
            "sort, %1",
            durationMessage(work.fixedNs()));
    if (limited)
        return msg(withSum
                ? "roofline of the bytes that the largest of them moves, and of the sum where later adds need it, at %1 of "
                  "the bandwidth as such work reaches here; at worst only the shortest time of such a kernel, %2, is "
                  "saved for each of the others"
                : "roofline of the bytes that the largest of them moves, at %1 of the bandwidth as such work reaches "
                  "here; at worst only the shortest time of such a kernel, %2, is saved for each of the others",
            percentMessage(work.streamingRate()), durationMessage(work.fixedNs()));
    return msg(withSum
            ? "one kernel as long as the longest of them, and a third of the add longer where later adds need the sum; at "
              "worst only the shortest time of such a kernel, %1, is saved for each of the others"
            : "one kernel as long as the longest of them; at worst only the shortest time of such a kernel, %1, is "
              "saved for each of the others",
        durationMessage(work.fixedNs()));
}

Message kernelsMessage(const std::vector<int> &layers, std::size_t kernels)
{
    return layers.empty() || layers.front() == kNoLayer ? msg("%1 kernels", kernels)
                                                        : msg("%1: %2 kernels", layersMessage(layers), kernels);
}

} // namespace

bool StepMatcher::fits(std::size_t step, KernelId kernel)
{
    const AdviceStep &s = m_rule.steps[step];
    const std::string_view role = m_work.input.roles.of(kernel);
    if ((s.noRole && !role.empty()) || (!s.roles.empty() && !contains(s.roles, role)) || m_work.claimed.contains(kernel))
        return false;
    const StringId name = m_work.input.analysis.document.kernels.name[kernel.value];
    const auto [found, added] = m_names.try_emplace({step, name}, false);
    if (added) {
        const KernelName &named = m_work.name(kernel);
        found->second = (s.categories == 0 || (s.categories >> static_cast<unsigned>(named.category) & 1U) != 0)
            && (!s.pattern || s.pattern->matches(asciiLowered(named.full)));
    }
    return found->second;
}

bool StepMatcher::fitsAny(KernelId kernel)
{
    for (std::size_t step = 0; step < m_rule.steps.size(); ++step)
        if (fits(step, kernel))
            return true;
    return m_rule.steps.empty();
}

void findFusions(PassWork &work, const AdviceRule &rule, Findings &out)
{
    StepMatcher matcher(work, rule);
    AdviceFinding finding;
    finding.rule = &rule;
    std::map<std::string, std::pair<std::int64_t, std::vector<std::int64_t>>> forms; // by names: count, sums
    std::vector<KernelId> taken;
    KernelId first;
    std::int64_t limited = 0; // places whose roofline is known
    bool withSum = false;
    for (const std::vector<KernelId> &stream : work.streams) {
        for (std::size_t at = 0; at < stream.size();) {
            const Occurrence found = matcher.fits(0, stream[at]) ? occurrenceAt(work, rule, matcher, stream, at) : Occurrence();
            if (found.kernels.empty()) {
                ++at;
                continue;
            }
            limited += change(work, rule, found, finding) ? 1 : 0;
            withSum = withSum || isSumNeeded(work, found);
            ++finding.places;
            auto &form = forms[namesOf(work, found)];
            ++form.first;
            std::int64_t sum = 0;
            for (const KernelId kernel : found.kernels)
                sum = addSaturated(sum, work.durationNs(kernel));
            form.second.push_back(sum);
            first = first.valid() ? first : found.kernels.front();
            taken.insert(taken.end(), found.kernels.begin(), found.kernels.end());
            while (at < stream.size() && stream[at] <= found.kernels.back())
                ++at;
        }
    }
    if (finding.places == 0)
        return;
    work.weigh(finding);
    // Too small or too rare: its kernels are free for another rule.
    if (finding.places < rule.minCount
        || static_cast<double>(finding.gainHighNs) < rule.minShare * static_cast<double>(work.wallNs()))
        return;
    work.claimed.insert(taken.begin(), taken.end());
    const auto most = std::max_element(
        forms.begin(), forms.end(), [](const auto &a, const auto &b) { return a.second.first < b.second.first; });
    finding.where = kernelsMessage(finding.layers, finding.changes.size());
    finding.evidence = msg("%1 of %2 times: %3, together %4 (median)", most->second.first, finding.places,
        Message::name(most->first), durationMessage(medianNs(most->second.second)));
    finding.basis = fusionBasis(work, rule, limited == finding.places, withSum);
    finding.target = KernelSelection{first};
    out.push_back(std::move(finding));
}

void findRemovals(PassWork &work, const AdviceRule &rule, Findings &out)
{
    StepMatcher matcher(work, rule);
    AdviceFinding finding;
    finding.rule = &rule;
    std::map<std::string, std::int64_t> sums; // by name
    KernelId longest;
    for (const KernelId kernel : work.kernels) {
        if (work.layer(kernel) < 0)
            continue;
        for (std::size_t step = 0; step < rule.steps.size(); ++step) {
            if (!matcher.fits(step, kernel))
                continue;
            const std::int64_t own = work.durationNs(kernel);
            finding.changes.push_back({kernel, 0, own - std::min(own, work.fixedNs())});
            sums[work.called(kernel)] += own;
            longest = !longest.valid() || own > work.durationNs(longest) ? kernel : longest;
            ++finding.places;
            break;
        }
    }
    if (finding.places == 0)
        return;
    work.weigh(finding);
    if (finding.places < rule.minCount
        || static_cast<double>(finding.gainHighNs) < rule.minShare * static_cast<double>(work.wallNs()))
        return;
    for (const AdviceChange &one : finding.changes)
        work.claimed.insert(one.kernel);
    const auto most =
        std::max_element(sums.begin(), sums.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    finding.where = kernelsMessage(finding.layers, finding.changes.size());
    finding.evidence = msg("%1 kernels take %2, %3 of the wall; most of it %4 with %5", finding.places,
        durationMessage(finding.nowNs), percentMessage(static_cast<double>(finding.nowNs) / static_cast<double>(work.wallNs())),
        Message::name(most->first), durationMessage(most->second));
    finding.basis = msg("at best none of them runs; at worst only the shortest time of such a kernel, %1, is saved for each",
        durationMessage(work.fixedNs()));
    finding.target = KernelSelection{longest};
    out.push_back(std::move(finding));
}

void findOutliers(const PassWork &work, const AdviceRule &rule, Findings &out)
{
    constexpr std::size_t kMaxOutliers = 5; // of a pass
    // Alike: name, role, and the size of the launch.
    std::map<std::tuple<RoleId, StringId, ShapeId>, std::vector<KernelId>> groups;
    const KernelTable &table = work.input.analysis.document.kernels;
    for (const KernelId kernel : work.kernels)
        if (work.layer(kernel) >= 0 && work.name(kernel).category != Category::Communication)
            groups[{work.input.roles.id(kernel), table.name[kernel.value], table.shape[kernel.value]}].push_back(kernel);
    Findings found;
    for (const auto &[key, kernels] : groups) {
        if (kernels.size() < static_cast<std::size_t>(rule.minCount))
            continue;
        std::vector<std::int64_t> durations;
        for (const KernelId kernel : kernels)
            durations.push_back(work.durationNs(kernel));
        const std::int64_t median = medianNs(durations);
        const auto limit = static_cast<std::int64_t>(rule.factor * static_cast<double>(median));
        const auto beyond = std::count_if(durations.begin(), durations.end(), [limit](std::int64_t ns) { return ns > limit; });
        // Many far from the median: two sorts of work, no outliers.
        if (median <= 0 || beyond == 0 || static_cast<std::size_t>(beyond) * 10 > kernels.size())
            continue;
        for (const KernelId kernel : kernels) {
            if (work.durationNs(kernel) <= limit)
                continue;
            AdviceFinding finding;
            finding.rule = &rule;
            finding.places = 1;
            finding.changes.push_back({kernel, median, median});
            work.weigh(finding);
            finding.where = msg("%1: %2", layersMessage(finding.layers), work.called(kernel));
            finding.evidence = msg("takes %1, the median of %2 alike is %3", durationMessage(work.durationNs(kernel)),
                kernels.size(), durationMessage(median));
            finding.basis = "the median of its like";
            finding.target = KernelSelection{kernel};
            found.push_back(std::move(finding));
        }
    }
    std::stable_sort(
        found.begin(), found.end(), [](const AdviceFinding &a, const AdviceFinding &b) { return a.gainHighNs > b.gainHighNs; });
    for (std::size_t i = 0; i < std::min(found.size(), kMaxOutliers); ++i)
        out.push_back(std::move(found[i]));
}

void findSlowPasses(const AdviceInput &input, const AdviceRule &rule, Findings &out)
{
    for (const DeviceSegmentation &device : input.analysis.segmentation.devices) {
        if (std::none_of(input.passes.begin(), input.passes.end(), [&](const PassRef &ref) { return ref.device == device.device; }))
            continue;
        struct OfStage {
            StagePasses passes;
            const Pass *representative = nullptr;
        };
        std::map<Stage, OfStage> stages;
        for (const Pass &pass : device.passes) {
            const auto [known, added] = stages.try_emplace(pass.stage);
            if (added) {
                known->second.passes = stagePasses(device, pass.stage);
                known->second.representative = representativePass(known->second.passes);
            }
            const StagePasses &stage = known->second.passes;
            const Pass &like = *known->second.representative;
            const std::int64_t median = like.range.length().value;
            const std::int64_t wall = pass.range.length().value;
            if (!pass.complete || pass.state == PassState::Cold || pass.state == PassState::WarmUp || pass.stage == Stage::Prefill
                || pass.stage == Stage::Mixed || pass.layers != like.layers
                || stage.usable < static_cast<std::size_t>(rule.minCount)
                || static_cast<double>(wall) <= rule.factor * static_cast<double>(median))
                continue;
            AdviceFinding finding;
            finding.rule = &rule;
            finding.device = device.device;
            finding.pass = pass.number;
            finding.places = 1;
            finding.nowNs = wall;
            finding.afterNs = median;
            finding.gainHighNs = finding.gainLowNs = wall - median;
            finding.where = msg("pass %1", pass.number);
            finding.evidence = msg(stage.steady ? "takes %1, the median of %2 steady passes of its stage is %3"
                                                : "takes %1, the median of %2 passes of its stage is %3",
                durationMessage(wall), stage.counted.size(), durationMessage(median));
            finding.basis =
                stage.steady ? "the median of the steady passes of its stage" : "the median of the passes of its stage";
            finding.target = PassSelection{device.device, pass.number};
            finding.example = pass.range;
            out.push_back(std::move(finding));
        }
    }
}

} // namespace lamella::core
