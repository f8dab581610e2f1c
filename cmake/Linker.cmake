# SPDX-License-Identifier: GPL-3.0-or-later
# A hundred and fifty test programs are linked: lld takes a fifth of the time of the default linker. What is packaged keeps the default.
option(LAMELLA_FAST_LINKER "Link with lld where it is installed" OFF)
if(LAMELLA_FAST_LINKER)
    find_program(LAMELLA_LLD NAMES ld.lld)
    if(LAMELLA_LLD)
        add_link_options(-fuse-ld=lld)
    else()
        message(STATUS "lld not found: linking with the default linker")
    endif()
endif()
