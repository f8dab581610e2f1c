// SPDX-License-Identifier: GPL-3.0-or-later
// Error sentences about files.
#include "widgets/common/CoreTemplates.h"

#include <QtGlobal>

namespace lamella::ui {

namespace {

constexpr CoreTemplate kTemplates[] = {
    {QT_TRANSLATE_NOOP("Core", "cannot read: %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "cannot be read: %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "cannot be opened: %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "cannot be written: %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "cannot be read (%1)"), "k"},
    {QT_TRANSLATE_NOOP("Core", "cannot be opened (%1); check the path and the permissions"), "k"},
    {QT_TRANSLATE_NOOP("Core", "names %1 as a trace, which is a session itself; a session can name traces only"), "k"},
    {QT_TRANSLATE_NOOP("Core", "cannot be written (%1); choose another place or free some space"), "k"},
    {QT_TRANSLATE_NOOP("Core", "cannot be made a folder (%1); choose another place"), "k"},
    {QT_TRANSLATE_NOOP("Core", "cannot be made a folder (%1); choose another place with --cache-dir"), "k"},
    {QT_TRANSLATE_NOOP("Core", "cannot be opened as a database: %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "not a readable SQLite database (%1); export it again"), "k"},
    {QT_TRANSLATE_NOOP("Core", "more than %1 events; record a shorter trace"), "n"},
    {QT_TRANSLATE_NOOP(
         "Core", "cannot be read (%1): the disk or the network failed; open it again, or copy it to another disk first"),
        "k"},
    {QT_TRANSLATE_NOOP("Core",
         "cannot be read from byte %1 on (%2): the disk or the network failed; open it again, or copy it to another disk first"),
        "nk"},
    {QT_TRANSLATE_NOOP("Core", "more than %1 bytes to read; record a shorter trace, or set LAMELLA_MAX_GIGABYTES (0 = no limit)"),
        "n"},
    {QT_TRANSLATE_NOOP("Core",
         "takes more than %1 MB of memory to read; record a shorter trace, cut out one pass where there is more memory "
         "(lamella-cli extract), or set LAMELLA_MAX_MEMORY_MEGABYTES (0 = no limit)"),
        "n"},
    {QT_TRANSLATE_NOOP("Core",
         "takes more memory to read than this machine can spare (%1 MB so far, %2 MB are left); record a shorter trace, cut out "
         "one pass where there is more memory (lamella-cli extract), or set LAMELLA_MAX_MEMORY_MEGABYTES (0 = no limit)"),
        "nn"},
    {QT_TRANSLATE_NOOP("Core",
         "inflates to more than %1 times its size, which no recorded trace does; inflate it yourself if you trust it, or set "
         "LAMELLA_MAX_RATIO (0 = no limit)"),
        "n"},
    {QT_TRANSLATE_NOOP("Core",
         "not a trace: a JSON object without traceEvents (its keys: %1); record it with a profiler that writes Chrome traces"),
        "k"},
    {QT_TRANSLATE_NOOP(
        "Core", "not a trace: a JSON list of something other than events; open the .json or .json.gz that the profiler wrote")},
    {QT_TRANSLATE_NOOP(
        "Core", "not a trace: binary data of an unknown kind; open the .json or .json.gz that the profiler wrote")},
    {QT_TRANSLATE_NOOP("Core", "not a trace: text that begins with \"%1\"; open the .json or .json.gz that the profiler wrote"),
        "k"},
    {QT_TRANSLATE_NOOP("Core", "not a trace: looks like %1")},
    {QT_TRANSLATE_NOOP(
         "Core", "a raw report of Nsight Systems, which only its own program reads; its export lies beside it: open %1"),
        "k"},
    {QT_TRANSLATE_NOOP(
         "Core", "a raw report of Nsight Systems %1, which only its own program reads; its export lies beside it: open %2"),
        "kk"},
    {QT_TRANSLATE_NOOP("Core",
         "a raw report of Nsight Systems, which only its own program reads; run: nsys export --type sqlite --output %1 and open "
         "the result"),
        "k"},
    {QT_TRANSLATE_NOOP("Core",
         "a raw report of Nsight Systems %1, which only its own program reads; run: nsys export --type sqlite --output %2 and "
         "open the result"),
        "kk"},
    {QT_TRANSLATE_NOOP("Core", "damaged: %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "is no file of the format %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "was written by a newer version of this program (format %1, known up to %2); update to open it"),
        "nn"},
    {QT_TRANSLATE_NOOP("Core", "tracks.%1 must be a list of at most 20000 texts"), "k"},
    {QT_TRANSLATE_NOOP("Core", "tracks.%1 must hold texts"), "k"},
    {QT_TRANSLATE_NOOP("Core", "compress_ratios has %1 entries, but there are %2 layers and %3 draft layers"), "nnn"},
    {QT_TRANSLATE_NOOP("Core", "pattern \"%1\": %2"), "k"},
    {QT_TRANSLATE_NOOP("Core", "%1 (at character %2)"), "sn"},
    {QT_TRANSLATE_NOOP("Core", "longer than %1 bytes"), "n"},
    {QT_TRANSLATE_NOOP("Core", "unknown member; allowed are %1, comment"), "k"},
    {QT_TRANSLATE_NOOP("Core", "must be a text of %1 to 512 bytes"), "n"},
    {QT_TRANSLATE_NOOP("Core", "must be a whole number from %1 to %2"), "nn"},
    {QT_TRANSLATE_NOOP("Core", "must be an array of at most %1 entries"), "n"},
    {QT_TRANSLATE_NOOP("Core", "must be an object of at most %1 texts"), "n"},
    {QT_TRANSLATE_NOOP("Core", "names no pattern; known are %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "more than %1 regular expressions in one file"), "n"},
    {QT_TRANSLATE_NOOP("Core", "more than %1 files: the others are not read"), "n"},
    {QT_TRANSLATE_NOOP("Core", "must be one of %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "is missing; must be one of %1"), "k"},
    {QT_TRANSLATE_NOOP("Core", "profile %1 is not known; known are %2"), "kk"},
    {QT_TRANSLATE_NOOP("Core", "inherits too much: the profiles of a folder or file may have %1 rules from others"), "n"},
    {QT_TRANSLATE_NOOP("Core", "extends itself through %1, or more than %2 profiles deep"), "kn"},
    {QT_TRANSLATE_NOOP("Core", "must be an array of at most %1 boundaries"), "n"},
    {QT_TRANSLATE_NOOP("Core", "cannot hold the parts of the workbook (%1); free some space there, or export CSV")},
    {QT_TRANSLATE_NOOP("Core", "the table %1 has %2 columns, a sheet of a spreadsheet only %3; export CSV or JSON"), "knn"},
};

} // namespace

std::span<const CoreTemplate> fileErrorTemplates()
{
    return kTemplates;
}

} // namespace lamella::ui
