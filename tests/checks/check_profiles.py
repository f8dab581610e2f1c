#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Built-in profiles against their JSON schema, and the schema against the sources. Only the standard library."""
import json
import pathlib
import re
import sys

KNOWN = {"$schema", "$id", "$defs", "title", "description"}


def is_type(value, name):
    if name == "integer":
        return (isinstance(value, int) or isinstance(value, float) and value.is_integer()) and not isinstance(value, bool)
    return isinstance(value, {"object": dict, "array": list, "string": str, "boolean": bool}[name])


class Validator:
    """As much of draft 2020-12 as the schema uses; a keyword that it does not know is an error, not a pass."""

    def __init__(self, schema):
        self.schema = schema

    def errors(self, value, rule=None, pointer=""):
        rule = self.schema if rule is None else rule
        found = []
        for keyword, wanted in rule.items():
            if keyword in KNOWN:
                continue
            check = getattr(self, "check_" + keyword.lstrip("$"), None)
            if check is None:
                raise SystemExit(f"check_profiles: keyword {keyword} of the schema is not known here")
            found += check(value, wanted, rule, pointer)
        return found

    def good(self, value, rule):
        return not self.errors(value, rule)

    def check_ref(self, value, wanted, _rule, pointer):
        return self.errors(value, self.schema["$defs"][wanted.rsplit("/", 1)[1]], pointer)

    def check_allOf(self, value, wanted, _rule, pointer):
        return [error for rule in wanted for error in self.errors(value, rule, pointer)]

    def check_anyOf(self, value, wanted, _rule, pointer):
        return [] if any(self.good(value, rule) for rule in wanted) else [f"{pointer}: fits none of the forms"]

    def check_oneOf(self, value, wanted, _rule, pointer):
        results = [self.errors(value, rule, pointer) for rule in wanted]
        if sum(not errors for errors in results) == 1:
            return []
        return [f"{pointer}: must fit exactly one of the forms"] + min(results, key=len)

    def check_not(self, value, wanted, _rule, pointer):
        return [f"{pointer}: must not fit {wanted}"] if self.good(value, wanted) else []

    def check_type(self, value, wanted, _rule, pointer):
        return [] if is_type(value, wanted) else [f"{pointer}: must be of type {wanted}"]

    def check_const(self, value, wanted, _rule, pointer):
        return [] if value == wanted else [f"{pointer}: must be {wanted!r}"]

    def check_enum(self, value, wanted, _rule, pointer):
        return [] if value in wanted else [f"{pointer}: must be one of {wanted}"]

    def check_required(self, value, wanted, _rule, pointer):
        return [f"{pointer}/{key}: is missing" for key in wanted if isinstance(value, dict) and key not in value]

    def check_properties(self, value, wanted, _rule, pointer):
        if not isinstance(value, dict):
            return []
        return [e for key, rule in wanted.items() if key in value for e in self.errors(value[key], rule, f"{pointer}/{key}")]

    def check_additionalProperties(self, value, wanted, rule, pointer):
        if not isinstance(value, dict):
            return []
        others = [key for key in value if key not in rule.get("properties", {})]
        if wanted is False:
            return [f"{pointer}/{key}: is not allowed" for key in others]
        return [e for key in others for e in self.errors(value[key], wanted, f"{pointer}/{key}")]

    def check_items(self, value, wanted, _rule, pointer):
        if not isinstance(value, list):
            return []
        return [e for i, item in enumerate(value) for e in self.errors(item, wanted, f"{pointer}/{i}")]

    def bound(self, value, kind, size, ok, pointer):
        return [] if not isinstance(value, kind) or isinstance(value, bool) or ok(size(value)) else [f"{pointer}: out of bounds"]

    def check_minLength(self, value, wanted, _rule, pointer):
        return self.bound(value, str, len, lambda n: n >= wanted, pointer)

    def check_maxLength(self, value, wanted, _rule, pointer):
        return self.bound(value, str, len, lambda n: n <= wanted, pointer)

    def check_maxItems(self, value, wanted, _rule, pointer):
        return self.bound(value, list, len, lambda n: n <= wanted, pointer)

    def check_maxProperties(self, value, wanted, _rule, pointer):
        return self.bound(value, dict, len, lambda n: n <= wanted, pointer)

    def check_minimum(self, value, wanted, _rule, pointer):
        return self.bound(value, (int, float), lambda v: v, lambda n: n >= wanted, pointer)

    def check_maximum(self, value, wanted, _rule, pointer):
        return self.bound(value, (int, float), lambda v: v, lambda n: n <= wanted, pointer)


# Each must be refused, and the message must name the place.
BAD = [
    ({}, "schema_version"),
    ({"schema_version": 2, "name": "x"}, "schema_version"),
    ({"schema_version": 1, "name": "x", "anchor": []}, "/anchor"),
    ({"schema_version": 1, "name": "x", "anchors": [{"pattern": "a", "role": "in"}]}, "/anchors/0/role"),
    ({"schema_version": 1, "name": "x", "anchors": [{"pattern": "a", "blocks_per_layer": 0}]}, "/anchors/0/blocks_per_layer"),
    ({"schema_version": 1, "name": "x", "categories": [{"pattern": "a", "category": "gem"}]}, "/categories/0/category"),
    ({"schema_version": 1, "name": "x", "categories": [{"category": "gemm"}]}, "/categories/0/pattern"),
    ({"schema_version": 1, "name": "x", "layers": 1.5}, "/layers"),
    ({"schema_version": 1, "profiles": [{"title": "no name"}]}, "/profiles/0/name"),
    ({"schema_version": 1, "name": "x", "short_names": {"drop": []}}, "/short_names/drop"),
    ([], ""),
]
GOOD = [
    {"schema_version": 1, "name": "x"},
    {"schema_version": 1, "profiles": [{"name": "x", "layers": 3}], "universal": [{"pattern": "a", "category": "moe"}]},
    {"schema_version": 1, "name": "universal", "categories": []},
]


def main():
    root = pathlib.Path(sys.argv[1])
    folder = root / "resources" / "profiles"
    schema = json.loads((folder / "profile.schema.json").read_text())
    validator = Validator(schema)
    problems = []
    files = sorted(p for p in folder.glob("*.json") if p.name != "profile.schema.json")
    for path in files:
        problems += [f"{path.name}{error}" for error in validator.errors(json.loads(path.read_text()))]
    for document, place in BAD:
        errors = validator.errors(document)
        if not any(place in error for error in errors):
            problems.append(f"the schema lets {document} pass ({errors})")
    for document in GOOD:
        problems += [f"the schema refuses {document}: {error}" for error in validator.errors(document)]
    ids = re.findall(r'^\s*\{\w+, "(\w+)", QT_TRANSLATE_NOOP', (root / "core/profile/Category.cpp").read_text(), re.M)
    if schema["$defs"]["category"]["enum"] != ids:
        problems.append(f"categories of the schema are not those of Category.cpp: {ids}")
    if len(files) < 20:
        problems.append(f"only {len(files)} profiles found in {folder}")
    for problem in problems[:100]:
        print(problem)
    print(f"check_profiles: {len(files)} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
