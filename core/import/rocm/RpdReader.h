// SPDX-License-Identifier: GPL-3.0-or-later
// Reads databases of ROCm's rpd_tracer (*.rpd): calls (rocpd_api), work of GPUs (rocpd_op), and which call submitted which work
// (rocpd_api_ops). Source: rocmProfileData, rocpd_python/rocpd/schema_data.
#pragma once

#include "core/import/nsys/DatabaseReader.h"
#include "core/import/rocm/RocmStrings.h"

#include <unordered_map>

namespace lamella::core {

class RpdReader final : public DatabaseReader {
public:
    RpdReader(const SqliteFile &file, DocumentBuilder &builder, const JobControl &control)
        : DatabaseReader(file, builder, control)
        , m_strings(builder)
    {
    }
    [[nodiscard]] bool read(std::uint64_t fileBytes) override;

private:
    struct Submission { // facts that the call states about its work
        LaunchShape shape;
        std::int64_t bytes = -1;
        std::int64_t name = -1; // of a kernel, id of a text
    };
    void readSubmissions();
    void readLinks();
    void readCalls();
    void readWork();
    void noteOtherTables();

    RocmStrings m_strings;
    std::unordered_map<std::int64_t, Submission> m_submissions; // by id of the call
    std::unordered_map<std::int64_t, Submission> m_ofWork; // by id of the work, as older files have it
    std::unordered_map<std::int64_t, std::int64_t> m_callOf; // work -> call
};

} // namespace lamella::core
