// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm/RocmImporter.h"

#include "core/import/nsys/ReadDatabase.h"
#include "core/import/rocm/RocpdReader.h"
#include "core/import/rocm/RpdReader.h"

namespace lamella::core {

namespace {

bool isRpd(const SqliteFile &file)
{
    return file.has("rocpd_op") && file.has("rocpd_string");
}

} // namespace

// By the names of its tables. What cannot be opened is left to the importer of Nsight Systems, which says why.
bool RocmImporter::sniff(const std::string &path, std::string_view head) const
{
    if (!beginsLikeDatabase(head))
        return false;
    const JobControl control;
    const Result<std::unique_ptr<SqliteFile>> file = openDatabase(path, control);
    return file && (isRpd(**file) || RocpdReader::knows(**file));
}

Result<std::shared_ptr<const TraceDocument>> RocmImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    return readDatabase(path, options, control,
        [](const SqliteFile &file, DocumentBuilder &builder, const JobControl &job) -> Result<std::unique_ptr<DatabaseReader>> {
            if (isRpd(file))
                return std::unique_ptr<DatabaseReader>(std::make_unique<RpdReader>(file, builder, job));
            return std::unique_ptr<DatabaseReader>(std::make_unique<RocpdReader>(file, builder, job));
        });
}

} // namespace lamella::core
