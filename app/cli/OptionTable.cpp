// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/CommandTable.h"
#include "core/base/Catalogue.h"
#include "core/base/DurationText.h"
#include "core/import/chrome/ArgSearch.h"
#include "core/report/tables/WithinTable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <optional>

namespace lamella::cli {

namespace {

using O = CliOptions;
using S = const std::string &;
using Session = core::SessionOptions;
using Companions = core::CompanionPaths;
using Request = core::TableRequest;

// Setters that store an option's value in the member reached by this path from CliOptions.
template <auto... members> bool text(O &options, S value)
{
    (options.*....*members) = value;
    return !value.empty();
}

template <auto... members> bool add(O &options, S value)
{
    (options.*....*members).push_back(value);
    return !value.empty();
}

template <auto... members> bool on(O &options, S /*value*/)
{
    (options.*....*members) = true;
    return true;
}

template <class Number> bool parse(Number &target, S value)
{
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), target);
    return error == std::errc() && end == value.data() + value.size();
}

template <class Number> bool parse(std::optional<Number> &target, S value)
{
    return parse(target.emplace(), value);
}

template <int min, auto... members> bool number(O &options, S value)
{
    auto &target = (options.*....*members);
    return parse(target, value) && target >= static_cast<std::decay_t<decltype(target)>>(min);
}

// It is set before anything is parsed: languageAskedFor().
bool isLanguage(O & /*options*/, S value)
{
    return core::catalogueOf(value) != nullptr || value == "en";
}

bool isOneOf(S value, std::initializer_list<std::string_view> choices)
{
    return std::find(choices.begin(), choices.end(), value) != choices.end();
}

// "5%" or "5": a share of 0.05.
bool setPercent(std::optional<double> &target, S value)
{
    if (!parse(target, value.ends_with('%') ? value.substr(0, value.size() - 1) : value) || !(*target >= 0) || !(*target <= 1e6))
        return false;
    *target /= 100;
    return true;
}

bool setMinGap(O &options, S value)
{
    const auto ns = core::durationFromText(value);
    options.request.minGapNs = ns.value_or(0);
    return ns.has_value();
}

bool setTime(O &options, S value)
{
    options.time = value;
    options.request.time = value;
    return core::timeRangeFromText(value).has_value();
}

bool setRange(O &options, S value)
{
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos || equals + 1 == value.size())
        return false;
    options.rangeNames.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    return isOneOf(options.rangeNames.back().first, {"forward", "backward", "softmax", "matmul", "warmup"});
}

bool setMetadata(O &options, S value)
{
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos || equals == 0)
        return false;
    options.metadata.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    return true;
}

bool setFormat(O &options, S value)
{
    options.sqlite = value == "sqlite";
    const auto format = options.sqlite ? core::TableFormat::Csv : core::tableFormatFromName(value);
    options.format = format.value_or(core::TableFormat::Text);
    return format.has_value();
}

constexpr std::string_view kSegmentation = "Segmentation";
constexpr std::string_view kNamed = "Names of replayed work, and source";
constexpr std::string_view kWhat = "What it is about";
constexpr std::string_view kHow = "How it is counted";
constexpr std::string_view kOther = "The other side, B";
constexpr std::string_view kShown = "Rows and output";
constexpr std::string_view kRead = "Reading";
constexpr std::string_view kAbout = "About";

constexpr std::array kOptions{
    OptionSpec{"--config", "FILE", kSegmentation, "the model's config.json", "config.json", text<&O::session, &Session::configPath>},
    OptionSpec{"--profile", "NAME|FILE", kSegmentation, "model profile to use instead of the one that fits", "generic",
        text<&O::session, &Session::profile>},
    OptionSpec{"--anchor", "TEXT|/REGEX/", kSegmentation, "kernel that marks layers", "rmsnorm", text<&O::session, &Session::anchor>},
    OptionSpec{"--anchor-role", "begins|ends|within", kSegmentation, "whether the anchor begins its block, ends it or lies within", "",
        [](O &o, S v) { return (o.session.role = core::anchorRoleFromName(v)).has_value(); }},
    OptionSpec{"--blocks-per-layer", "B", kSegmentation, "blocks between anchors that make a layer", "2",
        number<1, &O::session, &Session::blocksPerLayer>},
    OptionSpec{"--layers", "N", kSegmentation, "layers of a complete pass", "61", number<1, &O::session, &Session::layers>},
    OptionSpec{"--capture", "FILE|DIR", kNamed, "trace of the capture of the graphs that the trace replays, or a folder of such",
        "capture_traces", text<&O::session, &Session::companions, &Companions::capture>},
    OptionSpec{"--annotations", "FILE|DIR", kNamed, "what the nodes of graphs are (kernel_annotations_rank*.json)",
        "kernel_annotations_rank0.json", text<&O::session, &Session::companions, &Companions::annotations>},
    OptionSpec{"--eager", "FILE", kNamed, "trace of the same model without graphs", "eager.json.gz",
        text<&O::session, &Session::companions, &Companions::eager>},
    OptionSpec{"--yours", "PARTS", kNamed,
        "parts of paths that are your own code, separated by commas; with ! before one: that are not (help: source)",
        "'models/,train.py'", text<&O::session, &Session::yours>},
    OptionSpec{"--device", "D|all", kWhat,
        "device number as recorded (default: the main one; all for kernels --each and for tables about the whole trace)", "0",
        text<&O::request, &Request::device>},
    OptionSpec{"--rank", "R", kWhat, "one rank of several files or of a folder (ranks: its rows only)", "3", number<0, &O::rank>},
    OptionSpec{"--stream", "S", kWhat, "stream number as recorded", "7", text<&O::request, &Request::stream>},
    OptionSpec{"--stage", "NAME", kWhat, "passes of this stage only", "decode", text<&O::request, &Request::stage>},
    OptionSpec{"--pass", "auto|all|trace|steady|N|N-M", kWhat, "passes; trace = all GPU work, inside a pass or not", "3",
        text<&O::request, &Request::pass>},
    OptionSpec{"--layer", "all|N|N-M|N,M|head|tail", kWhat,
        "layers of the chosen passes (lists such as 2,3,38-42: tables of single layers)", "5",
        text<&O::request, &Request::layer>},
    OptionSpec{"--time", "FROM-TO", kWhat, "the time range, counted from the zero of the trace", "465.3ms-466.1ms", setTime},
    OptionSpec{"--kernel", "NAME|INDEX", kWhat, "a kernel name, or one kernel by its index in kernels --each", "fused_moe_kernel",
        text<&O::request, &Request::kernel>},
    OptionSpec{"--select", "PLACE", kWhat,
        "several at once: P6, P6:L30, P6:head, a kernel by its index or a name; @1 after a pass is its device (may be repeated)",
        "P6:L30", add<&O::request, &Request::select>, true},
    OptionSpec{"--gap", "N|A-B", kWhat, "a gap by its rank in the pass (1 = longest), or by the indexes of the kernels around it",
        "1", text<&O::request, &Request::gap>},
    OptionSpec{"--against", "type|steady|PLACE", kHow,
        "what differences are taken from: the median layer of the type in the same pass, the same layer in steady passes, or, of "
        "a time range, the same kernels in a pass such as P3",
        "steady",
        [](O &o, S v) {
            o.request.against = v;
            return isOneOf(v, {"type", "steady"}) || (v.size() > 1 && v[0] == 'P' && v[1] >= '0' && v[1] <= '9');
        }},
    OptionSpec{"--args", "TEXT|KEY=TEXT", kWhat, "what an arg must hold (case-insensitive); with KEY= only such args",
        "'Input Dims=[4096'",
        [](O &o, S v) {
            o.args = v;
            return core::ArgQuery::parse(v).has_value();
        }},
    OptionSpec{"--window", "anchors|pass", kWhat, "from the first anchor to the last, or the whole pass", "",
        [](O &o, S v) {
            o.window = v == "pass" ? core::ExtractWindow::Pass : core::ExtractWindow::Anchors;
            return isOneOf(v, {"anchors", "pass"});
        }},
    OptionSpec{"--each", "", kHow, "one row for each kernel", "", on<&O::request, &Request::each>},
    OptionSpec{"--group", "name|stem|shape", kHow,
        "kernels in one row for each name, for each name without its number (fusion.12), or for each name with its shapes", "",
        [](O &o, S v) {
            o.request.group = v;
            return isOneOf(v, {"name", "stem", "shape"});
        }},
    OptionSpec{"--by", "KEY", kHow, "another grouping or order", "", text<&O::request, &Request::by>},
    OptionSpec{
        "--min-gap", "LENGTH", kHow, "shorter gaps are added up in one row (ns, us, ms or s; default 1us)", "5us", setMinGap},
    OptionSpec{"--attribution", "same-thread|any-thread|window", kHow, "how GPU work is assigned to a range", "",
        [](O &o, S v) {
            const auto attribution = core::attributionFromName(v);
            o.request.attribution = attribution.value_or(core::Attribution::AnyThread);
            return attribution.has_value();
        }},
    OptionSpec{"--skip", "K", kHow, "leave out the first K steps, ranges or runs of each kind, as warm-up", "5",
        number<0, &O::request, &Request::skip>},
    OptionSpec{"--scale", "KIND:WHAT=F", kHow, "name, category, type or layer that takes F times as long (may be repeated)",
        "category:communication=0", add<&O::request, &Request::scales>, true},
    OptionSpec{"--peaks", "NAME|FILE", kHow,
        "peak rates of the device: a name that the program knows, or a file (default: recognised)", "'NVIDIA H100 SXM'",
        text<&O::request, &Request::peaks>},
    OptionSpec{"--tokens", "N", kHow, "tokens that a pass computes, where the trace does not tell", "32",
        number<1, &O::request, &Request::tokens>},
    OptionSpec{"--context", "N", kHow, "keys that each request sees, where the trace does not tell", "1024",
        number<1, &O::request, &Request::context>},
    OptionSpec{"--perfetto-url", "ADDRESS", kHow, "address of Perfetto's page, if not https://ui.perfetto.dev",
        "https://intra.example/perfetto/", text<&O::request, &Request::perfettoUrl>},
    OptionSpec{
        "--serve", "", kHow, "offer the trace to a browser, here or at the other end of ssh, until Ctrl+C", "", on<&O::serve>},
    OptionSpec{"--port", "N", kHow, "port of --serve (default: as in the window's settings, else 9001)", "9001",
        [](O &o, S v) { return parse(o.port, v) && o.port > 0 && o.port < 65536; }},
    OptionSpec{"--write", "FILE.pftrace", kHow, "write the trace, or the passes of --pass, as a trace that Perfetto reads",
        "trace.pftrace", text<&O::write>},
    OptionSpec{"--metric", "wall|busy|sum|idle|CATEGORY", kHow, "what the cells of the heat map hold", "busy",
        text<&O::request, &Request::metric>},
    OptionSpec{"--table", "a|b|c|d|e|all", kHow,
        "forward time, top kernel, top kernel but GEMM, GEMM share, softmax against matmul; all of them (Markdown)", "",
        [](O &o, S v) {
            o.matrixTable = v;
            return isOneOf(v, {"a", "b", "c", "d", "e", "all"});
        }},
    OptionSpec{"--range", "PART=NAME", kHow,
        "one more name for the ranges of forward, backward, softmax, matmul or warmup (may be repeated)", "forward=fwd_step",
        setRange, true},
    OptionSpec{"--pattern", "REGEX", kHow, "of file names, with the groups (?<model>…) (?<seq>…) (?<mode>…) (?<warm>…)",
        "'(?<model>.+)_(?<seq>[0-9]+)'", text<&O::pattern>},
    OptionSpec{
        "--status", "FILE", kHow, "Markdown table of statuses, for what was out of memory", "status.md", text<&O::statusFile>},
    OptionSpec{"--from-summaries", "DIR", kHow,
        "summaries of the ranks (summary --format json) in place of their traces (may be repeated)", "summaries",
        add<&O::summaries>, true},
    OptionSpec{
        "--with", "FILE", kOther, "the other trace (default: the same trace)", "b.json.gz", text<&O::diff, &DiffOptions::file>},
    OptionSpec{"--with-pass", "auto|all|steady|N|N-M", kOther, "passes of B (default: as --pass)", "4",
        text<&O::diff, &DiffOptions::pass>},
    OptionSpec{
        "--with-layer", "N|N-M|head|tail", kOther, "layers of B (default: as --layer)", "5", text<&O::diff, &DiffOptions::layer>},
    OptionSpec{"--with-device", "D", kOther, "device of B (default: as --device)", "1", text<&O::diff, &DiffOptions::device>},
    OptionSpec{"--with-config", "FILE", kOther, "the model's config.json of B (default: that of A)", "config.json",
        text<&O::diff, &DiffOptions::config>},
    OptionSpec{"--with-profile", "NAME|FILE", kOther, "model profile of B (default: that of A)", "generic",
        text<&O::diff, &DiffOptions::profile>},
    OptionSpec{"--with-capture", "FILE|DIR", kOther, "trace of the capture of the graphs that B replays, or a folder of such",
        "captures_b", text<&O::diff, &DiffOptions::capture>},
    OptionSpec{"--fail-above", "PERCENT", kOther,
        "exit 3 when median, mean or P90 of B (history: the median of the newest run) is slower by more than this and by more "
        "than the noise, or when B is no run of the "
        "same job",
        "5%", [](O &o, S v) { return setPercent(o.diff.gate.failAbove, v); }},
    OptionSpec{"--allow-missing", "", kOther,
        "stages or passes that one side lacks, another model, other devices do not fail the gate", "",
        on<&O::diff, &DiffOptions::gate, &core::GateRule::allowMissing>},
    OptionSpec{"--timeout", "LENGTH", kHow, "longest time that the query may run (ms or s; default 60s)", "5s",
        [](O &o, S v) {
            const auto ns = core::durationFromText(v);
            o.sql.timeLimit = std::chrono::milliseconds(ns.value_or(0) / 1'000'000);
            return ns && o.sql.timeLimit.count() > 0;
        }},
    OptionSpec{"--max-rows", "N", kHow, "largest number of rows that the query may yield (default 1000000)", "1000",
        number<1, &O::sql, &core::SqlOptions::maxRows>},
    OptionSpec{"--top", "N", kShown, "first N rows only (N from 1)", "20", number<1, &O::request, &Request::top>},
    OptionSpec{"--sort", "COLUMN", kShown, "sort by a column (its id or heading), descending with - before it", "-wall_ns",
        text<&O::request, &Request::sort>},
    OptionSpec{"--filter", "TEXT", kShown,
        "rows with this text only; also /regex/, cat:, dur>, stream:, stage:, pass:, layer:, !not", "gemm",
        text<&O::request, &Request::filter>},
    OptionSpec{
        "--columns", "ID,ID", kShown, "these columns only, in this order (for ids see --ids)", "pass,wall_ns", text<&O::columns>},
    OptionSpec{"--brief", "", kShown, "at most 6,000 characters, for a pull request; as Markdown or text", "", on<&O::brief>},
    OptionSpec{"--interactive", "", kShown, "one pass as an HTML page with a timeline, which works without a network", "",
        on<&O::interactive>},
    OptionSpec{"--picture", "", kShown, "one pass as an SVG picture: layers, and streams by category", "", on<&O::picture>},
    OptionSpec{"--meta", "KEY=VALUE", kShown, "metadata of the run (may be repeated); more are read from FILE.meta.json",
        "git_sha=1a2b3c", setMetadata, true},
    OptionSpec{"--note", "TEXT", kShown, "a note on the run", "'after the fusion'",
        [](O &o, S v) {
            o.metadata.emplace_back("note", v);
            return !v.empty();
        }},
    OptionSpec{"--wide", "", kShown,
        "text: all columns at full width, as to files and pipes; else as many as the terminal or $COLUMNS has room for", "",
        on<&O::wide>},
    OptionSpec{"--ids", "", kShown, "text: ids of the columns, as --sort and --columns take them, in place of headings", "",
        on<&O::ids>},
    OptionSpec{"--format", "text|csv|json|markdown|html|csv-spreadsheet|xlsx|collapsed|speedscope", kShown,
        "how to print (default: by the ending of --output, else text); xlsx with --output only; sqlite: export, one database; "
        "collapsed and speedscope: source, call stacks",
        "csv", setFormat},
    OptionSpec{"--output", "FILE", kShown, "write there instead of to standard output (export: the folder)", "table.csv",
        text<&O::output>},
    OptionSpec{"--mcp", "", kRead, "speak the Model Context Protocol, JSON-RPC with one message a line", "", on<&O::mcp>},
    OptionSpec{
        "--folder", "DIR", kRead, "folder whose files agents may read (may be repeated)", "traces", add<&O::folders>, true},
    OptionSpec{"--no-cache", "", kRead, "neither read nor write the cache of large traces", "", on<&O::noCache>},
    OptionSpec{"--cache-dir", "DIR", kRead, "folder of the cache (default: lamella in $XDG_CACHE_HOME or ~/.cache)", "/tmp/cache",
        text<&O::cache, &core::CacheSettings::folder>},
    OptionSpec{"--strict", "", kRead, "exit 1 if part of the file could not be read", "", on<&O::strict>},
    OptionSpec{"--progress", "", kRead, "say on standard error how far the reading is", "", on<&O::progress>},
    OptionSpec{"--lang", "en|zh_CN", kShown, "language of text, Markdown, HTML, pictures, warnings and errors, but not of --help", "",
        isLanguage},
    OptionSpec{"--quiet", "", kRead, "no warnings", "", on<&O::quiet>},
    OptionSpec{"--help", "", kAbout, "what a command does, with its columns", "", on<&O::help>, true},
    OptionSpec{"--version", "", kAbout, "versions of the tool and its main libraries", "", on<&O::version>, true},
};

} // namespace

std::span<const OptionSpec> optionSpecs()
{
    return kOptions;
}

const OptionSpec *findOption(std::string_view name)
{
    const auto found = std::find_if(kOptions.begin(), kOptions.end(), [name](const OptionSpec &o) { return o.name == name; });
    return found == kOptions.end() ? nullptr : &*found;
}

} // namespace lamella::cli
