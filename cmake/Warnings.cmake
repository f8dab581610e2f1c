# SPDX-License-Identifier: GPL-3.0-or-later
# Interface target that every target of ours links.
add_library(lamella_warnings INTERFACE)
target_compile_options(lamella_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(lamella_warnings INTERFACE -Wno-restrict)   # false positives on "x" + std::to_string(i)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # g++ does not count signs among what -Wconversion means.
    target_compile_options(lamella_warnings INTERFACE -Wno-sign-conversion)
endif()
if(LAMELLA_WERROR)
    target_compile_options(lamella_warnings INTERFACE -Werror)
endif()
target_compile_definitions(lamella_warnings INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_FOREACH QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_USE_QSTRINGBUILDER
    QT_DISABLE_DEPRECATED_BEFORE=0x060400)
