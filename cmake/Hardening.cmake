# SPDX-License-Identifier: GPL-3.0-or-later
# What distributions expect of a packaged binary; tests/checks/check_hardening.py looks for it. Sanitizers and _FORTIFY_SOURCE exclude
# each other.
option(LAMELLA_HARDEN "Build with stack protector, fortified libc calls, full RELRO and as position-independent executables" OFF)
if(LAMELLA_HARDEN AND NOT LAMELLA_SANITIZE)
    add_compile_options(-fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
    # Said here and not left to the compiler's own default, which only some distributions set.
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES CXX)
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
    # Position-independent code is that of programs, whose functions no other library replaces: without this g++ inlines none of
    # those that a source file shares with others.
    add_compile_options(-fno-semantic-interposition)
    # Large stack frames touch each page; jumps and returns land where the compiler meant them to, on processors that look.
    include(CheckCXXCompilerFlag)
    foreach(flag IN ITEMS -fstack-clash-protection -fcf-protection)
        string(MAKE_C_IDENTIFIER "LAMELLA_HAVE${flag}" known)
        check_cxx_compiler_flag(${flag} ${known})
        if(${known})
            add_compile_options(${flag})
        endif()
    endforeach()
    # A package holds no path of the machine that built it, so that two machines build the same (packaging/reproducible.sh).
    # Resources leave out the time of their files for the same reason: --format-version 1 of rcc.
    add_compile_options(-ffile-prefix-map=${CMAKE_BINARY_DIR}=build -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
endif()
