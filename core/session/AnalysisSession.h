// SPDX-License-Identifier: GPL-3.0-or-later
// A trace with the choices made for it (config, profile, anchor), and every analysis of it, computed when first asked for and
// stored. Any thread may call: what several ask for at once is computed once, different things are computed side by side
// (SharedResult). New choices = new session over the same document.
#pragma once

#include "core/analysis/KernelIndex.h"
#include "core/analysis/LaunchJoin.h"
#include "core/analysis/Segmentation.h"
#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "core/profile/ModelProfile.h"
#include "core/report/ReportTable.h"
#include "core/report/TableRequest.h"
#include "core/session/SharedResult.h"
#include "core/session/segmentation/SegmentationCache.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class SharedParts;
struct TableSpec;

struct SessionOptions {
    std::string configPath; // model config, empty = none
    std::string profile; // name of a profile or path of a profile file, empty = find one
    std::optional<std::string> anchor;
    std::optional<AnchorRole> role;
    std::optional<int> blocksPerLayer;
    std::optional<int> layers;
    std::vector<BoundaryEdit> boundaries; // that the user moved
    std::optional<int> selectedPass; // of the main device: what `auto` means
    std::optional<std::pair<int, int>> steadyPasses; // of the main device: first and last of the steady run
    bool useProfileChoices = true; // what a saved profile says counts where nothing is given here
    bool operator==(const SessionOptions &) const = default;
};

class AnalysisSession {
public:
    // Reads config and profile. Errors: those of readModelConfig and profilesWith; BadRequest for an unknown profile (names the
    // known ones).
    static Result<std::shared_ptr<AnalysisSession>> create(std::shared_ptr<const TraceDocument> document, SessionOptions options);

    // The same trace with other choices; shares what they leave as it is. Reads files, so a worker calls it. Errors: those of
    // create().
    Result<std::shared_ptr<AnalysisSession>> withOptions(SessionOptions options);

    [[nodiscard]] const TraceDocument &document() const { return *m_document; }
    [[nodiscard]] std::shared_ptr<const TraceDocument> sharedDocument() const { return m_document; }
    // As given; a profile's own choices (UserChoices) count where nothing was given.
    [[nodiscard]] const SessionOptions &options() const { return m_options; }
    [[nodiscard]] SessionOptions effectiveOptions() const;
    // A profile that gives the tables of this session (with the same config); to be written with writeProfile().
    [[nodiscard]] ModelProfile asProfile(const std::string &name, const std::string &title) const;
    // Built-in profiles, those of the user (faults in files that were left out with them) and the file that was given; profile():
    // asked for, else the one that fits config or kernel names (known once segmentation() was computed), null if none does.
    [[nodiscard]] const ProfileSet &profiles() const { return m_profiles; }
    [[nodiscard]] const ModelProfile *profile() const;
    [[nodiscard]] const ModelConfig *config() const { return m_config ? &*m_config : nullptr; }

    // Looks for a segmentation beside the cache entry of the document before it computes one, and gives away one that is not
    // there to be stored, once. To be called before anything else is asked for; a session made by withOptions() does neither.
    void useCachedSegmentations(CacheSettings settings, const OpenedTrace &opened);
    [[nodiscard]] std::optional<SegmentationToCache> takeSegmentationToCache();

    // Computed on first use. Errors: Cancelled, BadRequest (anchor matches nothing).
    Result<std::shared_ptr<const Segmentation>> segmentation(const JobControl &control = {});
    // By the profile that the segmentation found, where that was computed.
    std::shared_ptr<const KernelNames> kernelNames();
    // Null when control.stop was requested.
    std::shared_ptr<const LaunchJoin> launches(const JobControl &control = {});

    // Any of tableNames(). Errors: BadRequest (unknown table, pass or layer out of range: says what there is; a part that the
    // table does not have), Cancelled.
    Result<std::shared_ptr<const ReportTable>> table(const TableRequest &request, const JobControl &control = {});
    [[nodiscard]] static const std::vector<std::string> &tableNames();
    // Columns that the table has for every trace, for help; empty for an unknown table.
    [[nodiscard]] static std::vector<ReportColumn> tableColumns(std::string_view table, bool each = false);

    ~AnalysisSession();

private:
    // What the segmentation settles: passes and layers, and the profile and kernel names that count from then on.
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
    // Profile and names of `segmented` from its segmentation. Errors: Cancelled.
    Result<void> nameByFoundProfile(Segmented &segmented, const JobControl &control);
    Result<std::shared_ptr<const KernelNames>> ruleNames(const JobControl &control);
    [[nodiscard]] std::optional<std::uint64_t> segmentationCacheKey() const;
    [[nodiscard]] Message profileWhy(const Segmented &segmented) const;
    // As it was built before, where it does not depend on what is asked for otherwise; else buildTable().
    Result<ReportTable> storedTable(const TableSpec &spec, const TableRequest &request, const JobControl &control);
    Result<ReportTable> buildTable(const TableSpec &spec, const TableRequest &request, const JobControl &control);
    void addProvenance(ReportTable &table, const TableSpec &spec, const TableRequest &request) const;

    std::shared_ptr<const TraceDocument> m_document;
    SessionOptions m_options;
    std::optional<ModelConfig> m_config;
    ProfileSet m_profiles;
    const ModelProfile *m_profile = nullptr; // asked for, or the one that fits the config; in m_profiles
    UserChoices m_choices; // of the profile that was asked for
    bool m_profileAskedFor = false;
    std::optional<std::uint64_t> m_configSum; // of the bytes of the config; 0 = none given, nothing = it changed meanwhile
    std::optional<CacheLocation> m_segmentationCache;
    std::atomic<bool> m_segmentationTaken = false;
    // Of the session this one was made from, where they count here too: names by the profile of that name.
    std::shared_ptr<const KernelNames> m_knownNames;
    std::string m_knownProfile;

    std::shared_ptr<SharedResult<KernelNames>> m_ruleNames; // by the rules known before the segmentation
    SharedResult<Segmented> m_segmented;
    std::unique_ptr<SharedParts> m_parts;
    SharedResults<TableRequest, ReportTable> m_tables; // by what of the request they depend on
};

} // namespace lamella::core
