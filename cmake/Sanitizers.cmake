# SPDX-License-Identifier: GPL-3.0-or-later
if(LAMELLA_SANITIZE)
    add_compile_options(-fsanitize=${LAMELLA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${LAMELLA_SANITIZE})
endif()
if(LAMELLA_BUILD_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        message(FATAL_ERROR "LAMELLA_BUILD_FUZZ needs clang: use the preset \"fuzz\"")
    endif()
    if(LAMELLA_FUZZ_COUNTERS)
        # In everything; only the fuzzers themselves link libFuzzer's main().
        add_compile_options(-fsanitize=fuzzer-no-link)
    endif()
endif()
