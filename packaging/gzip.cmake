# SPDX-License-Identifier: GPL-3.0-or-later
# FROM -> TO, without the file's name and time in it, so that two builds give the same bytes.
execute_process(COMMAND ${GZIP} -9nc ${FROM} OUTPUT_FILE ${TO} RESULT_VARIABLE result)
if(result)
    message(FATAL_ERROR "gzip of ${FROM} failed")
endif()
