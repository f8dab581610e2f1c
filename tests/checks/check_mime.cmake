# SPDX-License-Identifier: GPL-3.0-or-later
# Builds a MIME database of our file alone, and looks for our globs in it.
file(REMOVE_RECURSE ${FOLDER})
file(COPY ${XML} DESTINATION ${FOLDER}/packages)
execute_process(COMMAND ${TOOL} -V ${FOLDER} RESULT_VARIABLE result ERROR_VARIABLE errors)
file(READ ${FOLDER}/globs globs)
foreach(glob IN ITEMS "*.trace.json" "*.pt.trace.json" "*.trace.json.gz" "*.pt.trace.json.gz" "*.lamella")
    string(FIND "${globs}" ":${glob}\n" found)
    if(found EQUAL -1)
        message(FATAL_ERROR "${glob} is not in the database:\n${globs}")
    endif()
endforeach()
# The parents (application/json, application/gzip) are not in a database of one file: only our own types may be complained about.
if(NOT result EQUAL 0 OR errors MATCHES "x-lamella|chrome-trace.*[Ee]rror")
    message(FATAL_ERROR "update-mime-database: ${errors}")
endif()
