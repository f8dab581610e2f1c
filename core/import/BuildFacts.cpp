// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/BuildFacts.h"

#include <simdjson.h>
#include <zlib.h>

#include <sqlite3.h>
#include <zstd.h>

#ifdef LAMELLA_HAVE_ISAL
#include <isa-l.h>
#endif

namespace lamella::core {

std::vector<std::pair<std::string, std::string>> buildFacts()
{
    std::vector<std::pair<std::string, std::string>> facts;
    facts.emplace_back("simdjson",
        std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." + std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "."
            + std::to_string(simdjson::SIMDJSON_VERSION_REVISION) + " (" + simdjson::get_active_implementation()->name() + ")");
    facts.emplace_back("zlib", zlibVersion());
    facts.emplace_back("zstd", ZSTD_versionString());
    facts.emplace_back("SQLite", sqlite3_libversion());
#ifdef LAMELLA_HAVE_ISAL
    facts.emplace_back("ISA-L",
        std::to_string(ISAL_MAJOR_VERSION) + "." + std::to_string(ISAL_MINOR_VERSION) + "." + std::to_string(ISAL_PATCH_VERSION));
#else
    facts.emplace_back("ISA-L", "not used");
#endif
    return facts;
}

} // namespace lamella::core
