// SPDX-License-Identifier: GPL-3.0-or-later
// A trace with the choices made for it (config, profile, anchor), and every analysis of it, computed when first asked for and
// kept. Plain class without threads; any thread may call (calls that compute exclude each other). New choices = new session
// over the same document.
#pragma once

#include "core/analysis/KernelIndex.h"
#include "core/analysis/LaunchJoin.h"
#include "core/analysis/Segmentation.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "core/profile/ModelProfile.h"
#include "core/report/ReportTable.h"
#include "core/report/TableRequest.h"
#include "core/session/segmentation/SegmentationCache.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class HostCalls;
struct GapList;
struct OpSum;
struct ProgramModel;
struct TableInput;
struct TableSpec;
class TableCache;

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

    // The same trace with other choices; shares what they leave as it is. Waits for what is being computed here, so a worker
    // calls it. Errors: those of create().
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
    [[nodiscard]] const ModelProfile *profile() const { return m_profile; }
    [[nodiscard]] const ModelConfig *config() const { return m_config ? &*m_config : nullptr; }

    // Looks for the cut beside the copy of the document before it computes one, and gives away one that is not there to be kept,
    // once. To be called before anything else is asked for; a session made by withOptions() does neither.
    void useCachedSegmentations(CacheSettings settings, const OpenedTrace &opened);
    [[nodiscard]] std::optional<SegmentationToCache> takeSegmentationToCache();

    // Computed on first use. Errors: Cancelled, BadRequest (anchor matches nothing).
    Result<std::shared_ptr<const Segmentation>> segmentation(const JobControl &control = {});
    std::shared_ptr<const KernelNames> kernelNames();
    std::shared_ptr<const LaunchJoin> launches(const JobControl &control = {});

    // Any of tableNames(). Errors: BadRequest (unknown table, pass or layer out of range: says what there is; a part that the
    // table does not have), Cancelled.
    Result<std::shared_ptr<const ReportTable>> table(const TableRequest &request, const JobControl &control = {});
    [[nodiscard]] static const std::vector<std::string> &tableNames();
    // Columns that the table has for every trace, for help; empty for an unknown table.
    [[nodiscard]] static std::vector<ReportColumn> tableColumns(std::string_view table, bool each = false);

    ~AnalysisSession();

private:
    class Parts;
    AnalysisSession();
    bool nameKernels(const JobControl &control); // false: stopped
    bool nameByFoundProfile(const Segmentation &found, const JobControl &control); // false: stopped
    bool takeCachedSegmentation(const JobControl &control); // false: there is none, or stopped
    void setSegmentation(std::shared_ptr<const Segmentation> cut);
    [[nodiscard]] std::string profileWhy() const;
    // As it was built before, where it does not depend on what is asked for otherwise; else buildTable().
    Result<ReportTable> knownTable(const TableSpec &spec, const TableRequest &request, const JobControl &control);
    Result<ReportTable> buildTable(const TableSpec &spec, const TableRequest &request, const JobControl &control);
    std::shared_ptr<const ProgramModel> programModel(const JobControl &control); // null when stopped
    // Of the program model, which must be there.
    std::shared_ptr<const std::vector<OpSum>> opSumsOf(const std::vector<DeviceId> &devices);
    std::shared_ptr<const GapList> gapsOf(const TableRequest &request, const TableInput &input);
    void addProvenance(ReportTable &table, const TableSpec &spec, const TableRequest &request) const;

    std::shared_ptr<const TraceDocument> m_document;
    SessionOptions m_options;
    std::optional<ModelConfig> m_config;
    ProfileSet m_profiles;
    const ModelProfile *m_profile = nullptr; // asked for, or the one that fits the config; in m_profiles
    UserChoices m_choices; // of the profile that was asked for
    bool m_profileAskedFor = false;
    std::recursive_mutex m_mutex;
    std::shared_ptr<const KernelNames> m_names;
    std::shared_ptr<const KernelNames> m_segmentationNames; // by the rules known before the cut
    std::shared_ptr<const KernelNames> m_knownNames; // of the session this one was made from, by m_knownProfile
    std::string m_knownProfile;
    std::shared_ptr<const Segmentation> m_segmentation;
    std::shared_ptr<const KernelIndex> m_index;
    std::shared_ptr<const LaunchJoin> m_launches;
    std::shared_ptr<const HostCalls> m_hostCalls;
    std::shared_ptr<const ProgramModel> m_program;
    std::shared_ptr<const std::vector<OpSum>> m_opSums; // of the devices asked for last
    std::vector<DeviceId> m_opSumsOf;
    std::shared_ptr<const GapList> m_gaps; // of the request asked for last; a window asks for several tables of it
    TableRequest m_gapsOf;
    std::unique_ptr<TableCache> m_tables;
    std::optional<std::uint64_t> m_configSum; // of the bytes of the config; 0 = none given, nothing = it changed meanwhile
    std::optional<CacheLocation> m_segmentationCache;
    std::optional<SegmentationToCache> m_segmentationToCache;
};

} // namespace lamella::core
