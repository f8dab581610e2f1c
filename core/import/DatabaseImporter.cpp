// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/DatabaseImporter.h"

#include "core/import/nsys/NsysReader.h"
#include "core/import/nsys/ReadDatabase.h"
#include "core/import/rocm/RocpdReader.h"
#include "core/import/rocm/RpdReader.h"

namespace lamella::core {

bool DatabaseImporter::sniff(const std::string &, std::string_view head) const
{
    return beginsLikeDatabase(head);
}

Result<std::shared_ptr<const TraceDocument>> DatabaseImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    return readDatabase(path, options, control,
        [&path](
            const SqliteFile &file, DocumentBuilder &builder, const JobControl &job) -> Result<std::unique_ptr<DatabaseReader>> {
            if (file.has("rocpd_op") && file.has("rocpd_string"))
                return std::unique_ptr<DatabaseReader>(std::make_unique<RpdReader>(file, builder, job));
            if (RocpdReader::knows(file))
                return std::unique_ptr<DatabaseReader>(std::make_unique<RocpdReader>(file, builder, job));
            if (file.has("StringIds"))
                return std::unique_ptr<DatabaseReader>(std::make_unique<NsysReader>(file, builder, job));
            return Error{ErrorCode::NotATrace,
                "an SQLite database, but neither of Nsight Systems (it has no table StringIds) nor of ROCm (no table rocpd_op or "
                "rocpd_kernel_dispatch); export a report of Nsight Systems with nsys export --type sqlite",
                path};
        });
}

} // namespace lamella::core
