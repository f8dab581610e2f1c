# SPDX-License-Identifier: GPL-3.0-or-later
# Two dozen sources compiled as one take less than half of their time, beside what precompiled headers save (clang under the sanitizers
# gains next to nothing: there each source of core still has to stand alone). Off by default: a change of one source compiles all of its
# bundle; the scripts that build everything from nothing switch it on.
option(LAMELLA_BUNDLED_SOURCES "Compile the sources of the libraries in bundles" OFF)

# lamella_bundle(TARGET SOURCE…): what may share a bundle shares one (source_bundles.py). What is set for a source alone, and what the
# build makes, stays out.
function(lamella_bundle target)
    if(NOT LAMELLA_BUNDLED_SOURCES)
        return()
    endif()
    list(FILTER ARGN INCLUDE REGEX "\\.cpp$")
    execute_process(COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/cmake/source_bundles.py ${CMAKE_SOURCE_DIR} ${ARGN}
        OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    # A name that a source keeps to itself may become free or taken with any change.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/cmake/source_bundles.py)
    string(REPLACE "\n" ";" lines "${lines}")
    foreach(line IN LISTS lines)
        string(REGEX MATCH "^([0-9]+) (.*)$" line "${line}")
        set_source_files_properties("${CMAKE_MATCH_2}" PROPERTIES UNITY_GROUP "${CMAKE_MATCH_1}")
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # g++ tells a class whose members only one source knows from one of a header by the file it stands in.
    # And a bundle takes a few hundred MB, of which its garbage collector frees little in an eighth of the time.
    target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage;--param=ggc-min-heapsize=500000>")
endfunction()
