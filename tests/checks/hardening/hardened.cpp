// SPDX-License-Identifier: GPL-3.0-or-later
// Has what the flags protect: an array on the stack, a copy whose length only the run knows, and the name of this file.
#include <cstdio>
#include <cstring>

int main(int argc, char **argv)
{
    char text[64];
    std::memcpy(text, argv[0], std::strlen(argv[0]) % sizeof text);
    text[sizeof text - 1] = 0;
    return std::printf("%s %s %d\n", __FILE__, text, argc) > 0 ? 0 : 1;
}
