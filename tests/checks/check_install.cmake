# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the build into an empty folder and looks for what a desktop needs; the programs must run from there.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE errors)
if(result)
    message(FATAL_ERROR "installing failed: ${errors}")
endif()
set(id io.github.lamella_viewer.Lamella)
set(wanted bin/lamella-cli share/man/man1/lamella-cli.1.gz share/doc/lamella-cli/copyright share/doc/lamella-cli/changelog.gz
    share/bash-completion/completions/lamella-cli share/zsh/vendor-completions/_lamella-cli
    share/fish/vendor_completions.d/lamella-cli.fish share/lamella/sample/lamella-sample.trace.json.gz)
if(GUI)
    list(APPEND wanted bin/lamella share/man/man1/lamella.1.gz share/applications/${id}.desktop share/metainfo/${id}.metainfo.xml
        share/mime/packages/${id}.xml share/icons/hicolor/scalable/apps/${id}.svg
        share/icons/hicolor/symbolic/apps/${id}-symbolic.svg share/doc/lamella/copyright share/bash-completion/completions/lamella)
    foreach(size IN ITEMS 16 22 24 32 48 64 128 256)
        list(APPEND wanted share/icons/hicolor/${size}x${size}/apps/${id}.png)
    endforeach()
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
