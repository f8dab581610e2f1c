# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles translations/lamella_*.ts into the resource folder :/i18n of a library, and adds the target update_translations, which
# brings the committed .ts files up to date with the sources. A new language is one new committed .ts file.
# Not qt_add_translations(): it cannot give lupdate different options per file, and English needs -pluralonly.
function(lamella_add_translations target)
    file(GLOB ts_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/translations/lamella_*.ts)
    qt_add_lrelease(${target} TS_FILES ${ts_files} QM_FILES_OUTPUT_VARIABLE qm_files OPTIONS -silent)
    qt_add_resources(${target} "lamella_i18n" PREFIX "/i18n" BASE ${CMAKE_CURRENT_BINARY_DIR} OPTIONS --format-version 1 FILES ${qm_files})

    set(report_texts ${CMAKE_CURRENT_BINARY_DIR}/report_texts.cpp)
    set(update_commands COMMAND python3 ${CMAKE_SOURCE_DIR}/cmake/core_texts.py ${CMAKE_SOURCE_DIR} ${report_texts})
    foreach(ts_file IN LISTS ts_files)
        set(plural_only)
        if(ts_file MATCHES "_en\\.ts$")
            set(plural_only -pluralonly)
        endif()
        list(APPEND update_commands COMMAND Qt6::lupdate core widgets app ${report_texts} -I . -extensions cpp,h -locations none -no-obsolete -silent
            ${plural_only} -ts ${ts_file})
    endforeach()
    add_custom_target(update_translations ${update_commands} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM
        COMMENT "Collecting translatable texts of core, widgets and app")
endfunction()
