# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DFOLDER=core -DOUTPUT=ImportRevision.cpp -P SourceRevision.cmake: a number that changes with every source that has a say in what
# an import makes of a file.
file(GLOB_RECURSE sources RELATIVE ${FOLDER} ${FOLDER}/base/*.h ${FOLDER}/base/*.cpp ${FOLDER}/model/*.h ${FOLDER}/model/*.cpp
    ${FOLDER}/import/*.h ${FOLDER}/import/*.cpp)
list(SORT sources)
set(all "")
foreach(source IN LISTS sources)
    file(SHA256 ${FOLDER}/${source} sum)
    string(APPEND all "${source} ${sum}\n")
endforeach()
string(SHA256 revision "${all}")
string(SUBSTRING ${revision} 0 16 revision)
file(WRITE ${OUTPUT} "// Made by SourceRevision.cmake.\n#include \"core/import/cache/ImportRevision.h\"\n\n"
    "namespace lamella::core {\n\nstd::uint64_t importRevision()\n{\n    return 0x${revision}u;\n}\n\n} // namespace lamella::core\n")
