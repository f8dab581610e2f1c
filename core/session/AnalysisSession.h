// SPDX-License-Identifier: GPL-3.0-or-later
// A trace with the choices made for it (config, profile, anchor) and its analyses, each computed on first use and stored.
// Thread-safe: a result requested by several threads is computed once, different results are computed concurrently
// (SharedResult). Other choices need a new session over the same document.
#pragma once

#include "core/analysis/KernelGroups.h"
#include "core/analysis/KernelIndex.h"
#include "core/analysis/LaunchJoin.h"
#include "core/analysis/Segmentation.h"
#include "core/analysis/roles/KernelRoles.h"
#include "core/analysis/source/FlameGraph.h"
#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "core/profile/ModelProfile.h"
#include "core/report/ReportTable.h"
#include "core/report/TableRequest.h"
#include "core/session/SharedResult.h"
#include "core/session/companions/Companions.h"
#include "core/session/segmentation/SegmentationCache.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class SharedParts;
struct GapList;
struct TableInput;
struct TableSpec;

// Values that the roofline needs and that a trace may lack. A request of its own (TableRequest) takes precedence.
struct RooflineInputs {
    std::string peaks; // name of a device or path of a file of hardware; empty = recognised from the trace
    std::int64_t tokens = 0; // that a pass computes, if not in the trace; 0 = not given
    std::int64_t context = 0; // keys that a request sees, likewise
    bool operator==(const RooflineInputs &) const = default;
};

struct SessionOptions {
    std::string configPath; // empty = none
    std::string profile; // name of a profile or path of a profile file; empty = choose by config or kernel names
    std::optional<std::string> anchor;
    std::optional<AnchorRole> role;
    std::optional<int> blocksPerLayer;
    std::optional<int> layers;
    std::vector<BoundaryEdit> boundaries; // moved by the user
    std::optional<int> selectedPass; // on the main device: the pass that `auto` means
    std::optional<std::pair<int, int>> steadyPasses; // on the main device: first and last pass of the steady run
    CompanionPaths companions; // files that name the work of graph replays
    std::string yours; // parts of paths that are the user's own code (SourceRule); empty = the built-in rule
    RooflineInputs roofline; // of every table
    bool useProfileChoices = true; // choices saved in a profile apply where none is given here
    bool operator==(const SessionOptions &) const = default;
};

struct Roofline;

class AnalysisSession {
public:
    // Reads config and profile. Errors: those of readModelConfig, profilesWith and devicePeaks; BadRequest for an unknown profile
    // (the message lists the known ones).
    static Result<std::shared_ptr<AnalysisSession>> create(std::shared_ptr<const TraceDocument> document, SessionOptions options);

    // The same trace with other choices; shares the results that do not depend on them. Reads files, so call it on a worker
    // thread. Errors: those of create().
    Result<std::shared_ptr<AnalysisSession>> withOptions(SessionOptions options);

    [[nodiscard]] const TraceDocument &document() const { return *m_document; }
    [[nodiscard]] std::shared_ptr<const TraceDocument> sharedDocument() const { return m_document; }
    // As given; where nothing was given, the profile's own choices (UserChoices) apply.
    [[nodiscard]] const SessionOptions &options() const { return m_options; }
    [[nodiscard]] SessionOptions effectiveOptions() const;
    // A profile that, with the same config, gives the tables of this session. writeProfile() writes it.
    [[nodiscard]] ModelProfile asProfile(const std::string &name, const std::string &title) const;
    // profiles(): built-in profiles, those of the user (with the errors of files that were skipped) and the given file.
    // profile(): the requested one, else the one that fits config or kernel names (final once segmentation() was computed); null
    // if none fits.
    [[nodiscard]] const ProfileSet &profiles() const { return m_profiles; }
    [[nodiscard]] const ModelProfile *profile() const;
    [[nodiscard]] const ModelConfig *config() const { return m_config ? &*m_config : nullptr; }

    // Makes segmentation() use an entry stored beside the document's cache entry. takeSegmentationToCache() returns a newly
    // computed one for storing, once. Call before anything else; does not apply to sessions made by withOptions().
    void useCachedSegmentations(CacheSettings settings, const OpenedTrace &opened);
    [[nodiscard]] std::optional<SegmentationToCache> takeSegmentationToCache();

    // Computed on first use. Errors: Cancelled, BadRequest (anchor matches nothing).
    Result<std::shared_ptr<const Segmentation>> segmentation(const JobControl &control = {});
    // By the profile that the segmentation chose, if it was computed.
    std::shared_ptr<const KernelNames> kernelNames();
    // Null if control.stop was requested.
    std::shared_ptr<const LaunchJoin> launches(const JobControl &control = {});
    // Errors: Cancelled.
    Result<std::shared_ptr<const KernelsByName>> kernelsByName(const JobControl &control = {});
    // Role of each kernel in its layer. Errors: those of segmentation().
    Result<std::shared_ptr<const KernelRoles>> roles(const JobControl &control = {});
    // Computes what the first selection of a layer or of a kernel would wait for: roles, launches, the indexes of kernels and
    // events, origins and source lines. Errors: those of segmentation() and origins().
    Result<void> prepareSelections(const JobControl &control);
    // With the inputs of the options. Errors: those of segmentation().
    Result<std::shared_ptr<const Roofline>> roofline(const JobControl &control = {});

    // The gaps of every stream over the whole trace with their causes, for drawings; not stored. Errors: Cancelled, and those of
    // segmentation().
    Result<GapList> streamGaps(const JobControl &control = {});

    // The origin of work, from the trace and the companions of the options. Errors: those of originsWith().
    Result<std::shared_ptr<const Origins>> origins(const JobControl &control = {});
    Result<std::shared_ptr<const CallTree>> callTree(const JobControl &control = {});

    // Of the kernels that `source` counts for this request. Errors: those of table().
    Result<FlameGraph> flameGraph(const TableRequest &request, const FlameOptions &options, const JobControl &control = {});

    // Any of tableNames(). Errors: BadRequest (unknown table; pass or layer out of range, with the valid range; an option that
    // the table does not have), Cancelled.
    Result<std::shared_ptr<const ReportTable>> table(const TableRequest &request, const JobControl &control = {});
    [[nodiscard]] static const std::vector<std::string> &tableNames();
    // Columns that the table has for every trace, for help; empty for an unknown table.
    [[nodiscard]] static std::vector<ReportColumn> tableColumns(std::string_view table, bool each = false);

    ~AnalysisSession();

private:
    // Results of the segmentation: passes and layers, and the profile and kernel names that apply from then on.
    struct Segmented {
        std::shared_ptr<const Segmentation> segmentation;
        std::shared_ptr<const KernelIndex> index;
        const ModelProfile *profile = nullptr; // in m_profiles; may be null
        std::shared_ptr<const KernelNames> names;
        std::optional<SegmentationToCache> toCache;
    };

    AnalysisSession();
    Result<std::shared_ptr<const Segmented>> segmented(const JobControl &control);
    Result<Segmented> computeSegmented(const JobControl &control);
    // Sets profile and names of `segmented` from its segmentation. Errors: Cancelled.
    Result<void> nameByFoundProfile(Segmented &segmented, const JobControl &control);
    Result<std::shared_ptr<const KernelNames>> ruleNames(const JobControl &control);
    [[nodiscard]] std::optional<std::uint64_t> segmentationCacheKey() const;
    [[nodiscard]] Message profileWhy(const Segmented &segmented) const;
    // The stored table if there is one for this request; else buildTable().
    Result<ReportTable> storedTable(const TableSpec &spec, const TableRequest &request, const JobControl &control);
    Result<TableInput> wholeTrace(const JobControl &control);
    Result<TableInput> inputFor(const TableSpec &spec, const TableRequest &request, const JobControl &control);
    Result<ReportTable> buildTable(const TableSpec &spec, const TableRequest &request, const JobControl &control);
    [[nodiscard]] TableRequest withInputs(TableRequest request) const; // peaks, tokens and context of the options where it has none
    void addProvenance(ReportTable &table, const TableSpec &spec, const TableRequest &request) const;

    std::shared_ptr<const TraceDocument> m_document;
    SessionOptions m_options;
    std::optional<ModelConfig> m_config;
    ProfileSet m_profiles;
    const ModelProfile *m_profile = nullptr; // the requested one, or the one that fits the config; in m_profiles
    UserChoices m_choices; // of the requested profile
    bool m_profileAskedFor = false;
    std::optional<std::uint64_t> m_configSum; // checksum of the config; 0 = no config, nullopt = the file has changed since
    std::optional<CacheLocation> m_segmentationCache;
    std::atomic<bool> m_segmentationTaken = false;
    // Kernel names of the session from which this one was made, valid for the profile m_knownProfile.
    std::shared_ptr<const KernelNames> m_knownNames;
    std::string m_knownProfile;

    std::shared_ptr<SharedResult<KernelNames>> m_ruleNames; // by the rules known before the segmentation
    SharedResult<Segmented> m_segmented;
    std::unique_ptr<SharedParts> m_parts;
    SharedResults<TableRequest, ReportTable> m_tables; // see cacheKey()
};

} // namespace lamella::core
