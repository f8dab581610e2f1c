# SPDX-License-Identifier: GPL-3.0-or-later
if(LAMELLA_SANITIZE)
    add_compile_options(-fsanitize=${LAMELLA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${LAMELLA_SANITIZE})
endif()
