# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DSOURCE_DIR=… -DOUTPUT=… -P ReportTexts.cmake
# Writes the column titles of core/report and core/session as QT_TRANSLATE_NOOP lines for lupdate: core defines columns as plain data
# ("wall_ns", "Wall", "what it means"), and the window translates the titles in the context "Report".
file(GLOB_RECURSE sources ${SOURCE_DIR}/core/report/*.h ${SOURCE_DIR}/core/report/*.cpp ${SOURCE_DIR}/core/session/*.cpp)
set(titles)
foreach(source IN LISTS sources)
    file(READ ${source} text)
    string(REGEX MATCHALL "\"[a-z0-9_]+\",[ \n]+\"([A-Z][A-Za-z ]|\\\\u0394 |Δ )[^\"\n]*\",[ \n]+(\"|CellKind|k[A-Z])"
        columns "${text}")
    foreach(column IN LISTS columns)
        string(REGEX REPLACE "^\"[a-z0-9_]+\",[ \n]+\"([^\"]*)\".*" "\\1" title "${column}")
        string(REPLACE "\\u0394" "Δ" title "${title}")
        list(APPEND titles "${title}")
    endforeach()
endforeach()
list(REMOVE_DUPLICATES titles)
list(SORT titles)
list(TRANSFORM titles REPLACE "(.+)" "    QT_TRANSLATE_NOOP(\"Report\", \"\\1\"),\n")
string(JOIN "" lines ${titles})
file(WRITE ${OUTPUT} "const char *const titles[] = {\n${lines}};\n")
