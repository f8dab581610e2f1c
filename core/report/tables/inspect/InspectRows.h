// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table inspect: the facts about one selection, section by section (help/tables-trace.md). Internal to
// core/report/tables/inspect.
#pragma once

#include "core/analysis/gaps/GapList.h"
#include "core/analysis/inspect/GapFacts.h"
#include "core/analysis/inspect/NameInstances.h"
#include "core/analysis/inspect/RangeWork.h"
#include "core/analysis/inspect/Siblings.h"
#include "core/analysis/roles/KernelRoles.h"
#include "core/report/tables/RooflineCells.h"
#include "core/report/tables/TableBuilders.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct AdviceFinding;
class HostStacks;
struct SampledIn;

struct InspectRow {
    std::string_view section; // "why"; literals, as the key
    std::string_view key; // meaning of the row in its section: "part", "rest", "wall"
    Message what = {}; // label
    std::optional<Category> category = {};
    std::optional<std::int64_t> ns = {};
    std::optional<std::int64_t> bytes = {};
    std::optional<std::int64_t> deltaNs = {};
    std::optional<double> share = {};
    std::optional<std::int64_t> count = {};
    std::optional<std::int64_t> atNs = {}; // on the clock of the file
    Message value = {}; // a text or sentence
    Selection target = {};
};

// The subject of a request by the command line or the window.
struct InspectSubject {
    enum class Kind : std::uint8_t { Trace, Pass, Layer, Name, Kernel, Range, Gap, Several };
    Kind kind = Kind::Trace;
    std::optional<PassRef> pass; // of Name: the context, none = the whole trace
    int layer = kNoLayer;
    StringId name;
    KernelId kernel;
    TimeRange range;
    std::optional<PassRef> other; // of Range: what it is compared with; none = the median pass
    std::optional<Gap> gap;
    std::size_t gapRank = 0; // 1 = longest of its pass, or of those outside of passes; 0 = not known
    std::size_t gapsOfPass = 0; // or outside of passes
    std::vector<SelectedPart> parts; // of Several
};

class InspectRows {
public:
    InspectRows(const TableInput &input, const InspectSubject &subject)
        : m_input(input)
        , m_subject(subject)
        , m_against(input.request.against == "steady" ? Against::Steady : Against::Type)
        , m_figures(input.request.by != "limit")
        , m_limits(input.request.by != "figures")
    {
    }
    // Errors: those of the parts that are needed; Cancelled.
    [[nodiscard]] Result<std::vector<InspectRow>> take();

private:
    // One file each.
    Result<void> trace();
    Result<void> pass();
    Result<void> layer();
    Result<void> name();
    Result<void> kernel();
    Result<void> range();
    Result<void> gap();
    Result<void> several();

    void summary(const ReportTable &kernels);
    void stageRows(DeviceId main);
    void kernelNameRows(DeviceId main);
    [[nodiscard]] Message passesOf(Stage stage, bool whole) const;
    void passRank(const Siblings &passes);
    void passReference(const Siblings &passes);
    void passWhy(const Siblings &passes);
    void passParts();
    void slowestLayers();
    [[nodiscard]] Result<void> passElsewhere();
    void rangePlace(DeviceId device);
    [[nodiscard]] KernelId sameIn(const PassRef &other, KernelId kernel) const;
    [[nodiscard]] std::vector<KernelId> kernelsInside(DeviceId device) const;
    [[nodiscard]] std::optional<PassRef> rangeReference(const PassRef &own);
    void rangeKernels(const RangeWork &work);
    void rangeCompared(DeviceId device);
    [[nodiscard]] Message withoutSiblings() const;
    struct Why { // what a difference is made of
        std::vector<InspectRow> parts;
        std::optional<InspectRow> others;
        std::int64_t restNs = 0; // idle time and overlap
        std::int64_t wallNs = 0; // here
        std::int64_t deltaNs = 0;
    };
    [[nodiscard]] Message whyRows(Why why, const PassRef &pass, const TimeRange &range);
    void layerCompared(const Siblings &own, const Siblings &steady);
    void layerWhy(LayerComparer &comparer, const Siblings &chosen);
    Result<void> layerOnHost(std::span<const KernelId> kernels);
    void layerElsewhere(LayerComparer &comparer, const Siblings &own);
    void nameCompared(std::span<const KernelId> all);
    void nameUses(std::span<const KernelId> here, std::span<const KernelId> all);
    void nameLongest(std::span<const KernelId> here);
    Result<void> nameShapes(std::span<const KernelId> here);
    void kernelTitle();
    void kernelCompared();
    Result<void> kernelOrigin();
    void kernelShape(const OrMissing<KeptText> &dims);
    [[nodiscard]] Message gapPlace(const Gap &gap) const;
    void gapTitle(const Gap &gap);
    void gapRank();
    void gapHappened(const Gap &gap);
    void gapNeighbours(const Gap &gap);
    Result<void> gapOwner(const Gap &gap);
    Result<void> gapOnHost(const Gap &gap, const GapHost &host);
    void gapSystemCall(const HostCalls::Inside &call, const HostSamples &samples, const HostStacks &stacks);
    void gapSamples(const SampledIn &sampled, const HostStacks &stacks);
    void gapElsewhere(const std::vector<Gap> &same);

    void add(InspectRow row) { m_rows.push_back(std::move(row)); }
    // The one row of a section that has nothing to show.
    void none(std::string_view section, Message why) { add({.section = section, .key = "none", .value = std::move(why)}); }
    void rangeRows(const TimeRange &range);
    void rankRow(const Siblings &siblings, const Message &ofWhat);
    void siblingRows(std::string_view section, const Siblings &siblings, bool byPass);
    void referenceRow(std::string_view section, const Siblings &siblings, const Message &what, Selection target);
    // baseNs: time that shares are of: the wall of a pass or layer, or the calls of kernels.
    void limitRows(const RooflineSum &sum, DeviceId device, std::int64_t baseNs, const Roofline *roofline);
    Result<void> idleByCause(std::span<const Gap> gaps, std::int64_t idleNs);
    Result<std::shared_ptr<const GapList>> gapsOfPass(const PassRef &pass);
    Result<std::shared_ptr<const GapList>> gapsOfDevice(DeviceId device); // in the whole trace
    [[nodiscard]] TableInput inputOfPass(const PassRef &pass, const char *table) const;
    [[nodiscard]] std::vector<KernelId> kernelsOfPart(const SelectedPart &part) const; // in start order
    [[nodiscard]] Message partName(const SelectedPart &part) const;
    void partRows();
    void commonRows(std::span<const KernelId> all);
    void sharedByKernels(std::span<const KernelId> all);
    void sumRows(std::span<const KernelId> all);
    void timeByUse(std::span<const KernelId> all, std::int64_t sumNs);
    Result<void> advice(); // findings that concern the subject
    void addFinding(const AdviceFinding &finding, std::int64_t wallNs);
    [[nodiscard]] bool concerns(const AdviceFinding &finding) const;
    [[nodiscard]] RooflineSum limitOf(const Roofline &roofline, std::span<const KernelId> kernels) const;
    [[nodiscard]] std::string key(KernelId kernel) const; // use of a kernel: its role, else its grid
    [[nodiscard]] Message label(KernelId kernel) const; // role, else short name
    [[nodiscard]] Message shortName(KernelId kernel) const;
    [[nodiscard]] Message layerName(int layer) const;
    [[nodiscard]] Message kernelsWord(std::span<const KernelId> kernels) const; // says whether copies are among them
    [[nodiscard]] Category categoryOf(KernelId kernel) const;
    [[nodiscard]] Selection selectionOf(const LayerPlace &place) const;
    [[nodiscard]] LayerPlace place() const { return {*m_subject.pass, m_subject.layer}; }
    [[nodiscard]] const KernelTable &table() const { return m_input.document->kernels; }
    [[nodiscard]] std::int64_t passSum(const PassRef &pass) const;

    const TableInput &m_input;
    const InspectSubject &m_subject;
    Against m_against;
    std::shared_ptr<const KernelRoles> m_roles; // of layers, names and kernels
    std::shared_ptr<const KernelsByName> m_byName; // likewise
    bool m_figures; // sections that need neither launches nor the hardware
    bool m_limits; // those that do
    std::vector<InspectRow> m_rows;
};

inline constexpr std::size_t kTopRows = 5; // contributors, kernels and instances that are listed

} // namespace lamella::core
