# SPDX-License-Identifier: GPL-3.0-or-later
# Asks the program what may stand next, so there is no list here.
function __lamella_cli_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c lamella-cli -f -a '(__lamella_cli_complete)'
