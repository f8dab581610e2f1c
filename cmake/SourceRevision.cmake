# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DFOLDER=core -DPARTS=base,model,import -DNAME=importRevision -DHEADER=core/import/cache/ImportRevision.h
#     -DOUTPUT=ImportRevision.cpp -P SourceRevision.cmake: a number that changes with every source and JSON file in those parts of the folder.
string(REPLACE "," ";" PARTS "${PARTS}")
set(patterns "")
foreach(part IN LISTS PARTS)
    list(APPEND patterns ${FOLDER}/${part}/*.h ${FOLDER}/${part}/*.cpp ${FOLDER}/${part}/*.json)
endforeach()
file(GLOB_RECURSE sources RELATIVE ${FOLDER} ${patterns})
list(SORT sources)
set(all "")
foreach(source IN LISTS sources)
    file(SHA256 ${FOLDER}/${source} sum)
    string(APPEND all "${source} ${sum}\n")
endforeach()
string(SHA256 revision "${all}")
string(SUBSTRING ${revision} 0 16 revision)
file(WRITE ${OUTPUT} "// Made by SourceRevision.cmake.\n#include \"${HEADER}\"\n\n"
    "namespace lamella::core {\n\nstd::uint64_t ${NAME}()\n{\n    return 0x${revision}u;\n}\n\n} // namespace lamella::core\n")
