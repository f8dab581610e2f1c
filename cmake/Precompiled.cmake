# SPDX-License-Identifier: GPL-3.0-or-later
# Most of the time of a full build goes into reading the headers of Qt and the standard library again and again. Precompiled, a full
# build takes about half as long. Off by default, since a precompiled header hides an #include that is missing; the scripts that
# build everything from nothing switch it on.
option(LAMELLA_PRECOMPILED_HEADERS "Precompile the headers of Qt and the standard library" OFF)

# What many sources read; not what reads <iomanip> (<filesystem>, <chrono> of g++ 13, <sstream>): its std::quoted() takes the place of
# functions of that name.
set(lamella_common_headers <algorithm> <array> <atomic> <charconv> <cmath> <condition_variable> <cstdint> <cstring> <deque> <functional>
    <limits> <map> <memory> <mutex> <numeric> <optional> <set> <span> <stop_token> <string> <string_view> <system_error> <thread> <tuple>
    <unordered_map> <unordered_set> <utility> <variant> <vector>)

# lamella_precompile(TARGET [headers beside those above])
function(lamella_precompile target)
    if(NOT LAMELLA_PRECOMPILED_HEADERS)
        return()
    endif()
    target_precompile_headers(${target} PRIVATE ${lamella_common_headers} ${ARGN})
    lamella_precompiled_options(${target})
endfunction()

# lamella_reuse_precompiled(TARGET FROM): the headers of lamella_precompile(FROM), if FROM has them. Both need the same options and
# definitions.
function(lamella_reuse_precompiled target from)
    if(NOT LAMELLA_PRECOMPILED_HEADERS OR NOT TARGET "${from}")
        return()
    endif()
    target_precompile_headers(${target} REUSE_FROM ${from})
    lamella_precompiled_options(${target})
endfunction()

# -fpch-preprocess: what ccache needs to see through a precompiled header. In one, g++ (12 to 14) forgets that the standard library is a
# system header, and reports its well-known false positives about std::string and std::variant there.
function(lamella_precompiled_options target)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -fpch-preprocess)
        target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-maybe-uninitialized)
    endif()
endfunction()
