# SPDX-License-Identifier: GPL-3.0-or-later
"""Which reader a file belongs to."""
import os

import read_ascend
import read_chrome
import read_nsys
import read_rocm
import read_xspace


def read(path):
    """What a file or a folder records, by the reader of its format."""
    path = str(path)
    if os.path.isdir(path):
        return read_ascend.read(kernel_table(path))
    if path.endswith(".pb"):
        return read_xspace.read(path)
    if path.endswith(".sqlite"):
        return read_nsys.read(path)
    if path.endswith((".rpd", ".db")) or (path.endswith((".csv", ".json")) and read_rocm.is_rocm(path)):
        return read_rocm.read(path)
    if path.endswith(".csv"):
        return read_ascend.read(path)
    return read_chrome.read(path)


def kernel_table(folder):
    """The kernel table in a rank's folder."""
    for root, _, names in sorted(os.walk(folder)):
        if "kernel_details.csv" in names:
            return os.path.join(root, "kernel_details.csv")
    raise FileNotFoundError(folder)
