# SPDX-License-Identifier: GPL-3.0-or-later
# Packages of this build: what is in them, what lintian says of them, and whether a bare system takes them.
set(packages ${CMAKE_CURRENT_BINARY_DIR}/packages)
set(hardened "")
if(LAMELLA_HARDEN)
    set(hardened --hardened)
endif()
lamella_add_tool_test(debian_packages LAMELLA_TOOL_python3 packaging ${LAMELLA_TOOL_python3}
    ${CMAKE_CURRENT_SOURCE_DIR}/check_packages.py ${CMAKE_BINARY_DIR} ${CMAKE_CPACK_COMMAND} ${packages}/deb ${hardened})
lamella_add_tool_test(lintian LAMELLA_TOOL_lintian packaging ${LAMELLA_TOOL_python3} ${CMAKE_CURRENT_SOURCE_DIR}/check_lintian.py
    ${packages}/deb)
set_tests_properties(debian_packages PROPERTIES FIXTURES_SETUP debian_package_files)
set_tests_properties(lintian PROPERTIES FIXTURES_REQUIRED debian_package_files)
lamella_add_tool_test(rpm_packages LAMELLA_TOOL_rpmbuild packaging ${LAMELLA_TOOL_python3} ${CMAKE_CURRENT_SOURCE_DIR}/check_rpm.py
    ${CMAKE_BINARY_DIR} ${CMAKE_CPACK_COMMAND} ${packages}/rpm)

# Needs root and the network, so only on request.
option(LAMELLA_TEST_BARE "Have the test bare_debian install the packages on a bare Debian (root, debootstrap, a mirror)" OFF)
if(LAMELLA_TEST_BARE)
    add_test(NAME bare_debian COMMAND packaging/test_packages.sh ${CMAKE_BINARY_DIR} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(bare_debian PROPERTIES SKIP_RETURN_CODE 77)
else()
    add_test(NAME bare_debian COMMAND ${CMAKE_COMMAND} -E echo
        "SKIPPED: needs root and the network; cmake -DLAMELLA_TEST_BARE=ON, or packaging/test_packages.sh as root")
endif()
set_tests_properties(bare_debian PROPERTIES LABELS packaging SKIP_REGULAR_EXPRESSION "^SKIPPED: ")
# Each installs from the build tree and writes its manifest there.
set_tests_properties(install_rules debian_packages rpm_packages bare_debian PROPERTIES RESOURCE_LOCK install_manifest)
set_tests_properties(debian_packages lintian rpm_packages PROPERTIES TIMEOUT 300)
set_tests_properties(bare_debian PROPERTIES TIMEOUT 1800)
