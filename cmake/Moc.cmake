# SPDX-License-Identifier: GPL-3.0-or-later
# AUTOMOC hands moc every include path, and moc reads all of Qt for each header: 25 seconds of the processor before the first source of
# the window is compiled. What moc writes needs none of that.

# lamella_moc(TARGET SOURCE…): after lamella_bundle(), if that is called. Each header's code is compiled with the source that the header
# belongs to where that is in a bundle, else all of it as one. Classes that need moc stand in headers.
function(lamella_moc target)
    list(FILTER ARGN INCLUDE REGEX "\\.h$")
    foreach(header IN LISTS ARGN)
        set(code "")
        qt6_wrap_cpp(code ${header} OPTIONS --no-notes)   # an empty file where no class needs moc
        string(REGEX REPLACE "\\.h$" ".cpp" source ${header})
        get_source_file_property(group ${source} UNITY_GROUP)
        if(NOT group)
            set(group moc)
        endif()
        set_source_files_properties(${code} PROPERTIES UNITY_GROUP ${group})
        target_sources(${target} PRIVATE ${code})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
