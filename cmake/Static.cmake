# SPDX-License-Identifier: GPL-3.0-or-later
# One file that needs nothing of the machine it runs on: packaging/portable.sh, which also makes the static libraries that the
# distribution does not have.
option(LAMELLA_STATIC "Link lamella-cli with static libraries alone, the C library among them" OFF)
if(LAMELLA_STATIC)
    if(LAMELLA_BUILD_GUI OR LAMELLA_BUILD_TESTS)
        message(FATAL_ERROR "LAMELLA_STATIC needs LAMELLA_BUILD_GUI=OFF and LAMELLA_BUILD_TESTS=OFF: Qt has no static libraries here")
    endif()
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
    set(CMAKE_CXX_LINK_PIE_SUPPORTED OFF) # -static-pie takes the place of -pie
    # Less to carry: what nothing calls is left out, and addresses to be relocated are packed.
    add_compile_options(-fPIE -ffunction-sections -fdata-sections)
    add_link_options(-static-pie -Wl,--gc-sections)
    include(CheckLinkerFlag)
    check_linker_flag(CXX -Wl,-z,pack-relative-relocs LAMELLA_HAVE_PACKED_RELOCATIONS)
    if(LAMELLA_HAVE_PACKED_RELOCATIONS)
        add_link_options(-Wl,-z,pack-relative-relocs)
    endif()
endif()
