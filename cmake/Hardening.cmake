# SPDX-License-Identifier: GPL-3.0-or-later
# What distributions expect of a packaged binary. Sanitizers and _FORTIFY_SOURCE exclude each other.
option(LAMELLA_HARDEN "Build with stack protector, fortified libc calls and full RELRO" OFF)
if(LAMELLA_HARDEN AND NOT LAMELLA_SANITIZE)
    add_compile_options(-fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    add_link_options(-Wl,-z,relro -Wl,-z,now)
    # A package holds no path of the machine that built it, so that two machines build the same (packaging/reproducible.sh).
    # Resources leave out the time of their files for the same reason: --format-version 1 of rcc.
    add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
endif()
