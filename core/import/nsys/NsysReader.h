// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the tables of a Nsight Systems export into a DocumentBuilder.
#pragma once

#include "core/import/nsys/DatabaseReader.h"
#include "core/import/nsys/NsysStrings.h"

#include <cstdint>
#include <map>
#include <utility>

namespace lamella::core {

class NsysReader final : public DatabaseReader {
public:
    NsysReader(const SqliteFile &file, DocumentBuilder &builder, const JobControl &control);
    [[nodiscard]] bool read(std::uint64_t fileBytes) override;

private:
    void readKernels();
    void readCopies();
    void readSets();
    void readGraphs();
    void readApiCalls();
    void readDomains();
    void readRanges();
    [[nodiscard]] StringId domainOf(std::int64_t thread, std::int64_t domain);
    void readRange(const SqliteRows &row);
    void readCallTables(); // all other tables of host calls: OS runtime, cuBLAS, cuDNN, MPI, ...
    void readMetadata();
    void noteOtherTables();

    void addGpuWork(
        const SqliteRows &row, KernelKind kind, StringId name, StringId category, const LaunchShape &shape, std::int64_t bytes);

    NsysStrings m_strings;
    std::map<std::pair<std::uint64_t, std::int64_t>, StringId> m_domains; // (process, domain) -> category
};

} // namespace lamella::core
