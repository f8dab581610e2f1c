# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the build into an empty folder and looks for what a desktop needs; the programs must run from there.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE errors)
if(result)
    message(FATAL_ERROR "installing failed: ${errors}")
endif()
set(id io.github.lamella_viewer.Lamella)
set(wanted bin/lamella-cli share/man/man1/lamella-cli.1.gz share/doc/lamella/copyright share/doc/lamella/changelog.gz
    share/lamella/sample/lamella-sample.trace.json.gz)
if(GUI)
    list(APPEND wanted bin/lamella share/man/man1/lamella.1.gz share/applications/${id}.desktop share/metainfo/${id}.metainfo.xml
        share/mime/packages/${id}.xml share/icons/hicolor/scalable/apps/${id}.svg)
endif()
foreach(file IN LISTS wanted)
    if(NOT EXISTS ${PREFIX}/${file})
        message(SEND_ERROR "${file} is not installed")
    endif()
endforeach()
# No display is needed to ask for the version.
set(ENV{QT_QPA_PLATFORM} "")
set(ENV{DISPLAY} "")
set(ENV{WAYLAND_DISPLAY} "")
set(programs lamella-cli)
if(GUI)
    list(APPEND programs lamella)
endif()
foreach(program IN LISTS programs)
    execute_process(COMMAND ${PREFIX}/bin/${program} --version RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors
        TIMEOUT 30)
    if(NOT result STREQUAL "0" OR NOT output MATCHES "${VERSION}")
        message(SEND_ERROR "${program} --version: ${result}: ${output}${errors}")
    endif()
endforeach()
