"""The reports of `ox88 check`: the JSON object is what docs/check.schema.json says,
and the XML is JUnit's. The checked programs are ox88 itself and scripts around it."""

import json
import os
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import jsonschema

SCHEMA = json.loads(Path("docs/check.schema.json").read_text())
# Each script is called like perftree's: DEPTH FEN [MOVES]. Some rooks and queens lose
# a move of the same squares, too.
WITHOUT_CASTLING = """#!/bin/sh
ox88 "$@" | grep -v '^e[18][cg][18] '
"""
DIES = """#!/bin/sh
case $2 in rnbqkbnr/pppppppp*) exec ox88 "$@" ;; esac
echo "lost the thread" >&2
exit 3
"""


def check(*words):
    """The exit status and the output of `ox88 check` with these words."""
    command = ["ox88", "check", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def report(*words):
    """The exit status and the JSON object of a check."""
    status, output = check(*words, "json")
    found = json.loads(output)
    jsonschema.validate(found, SCHEMA, jsonschema.Draft202012Validator)
    return status, found


def cases(*words):
    """The exit status and the test cases of a check, by name."""
    status, output = check(*words, "junit")
    root = ElementTree.fromstring(output)
    assert root.tag == "testsuites"
    (suite,) = root
    found = {case.get("name"): case for case in suite}
    for kind in ("failure", "error", "skipped"):
        number = sum(case.find(kind) is not None for case in suite)
        name = {"failure": "failures", "error": "errors"}.get(kind, kind)
        assert int(suite.get(name)) == int(root.get(name)) == number, output
    assert int(suite.get("tests")) == len(suite) == len(found), output
    return status, found


def script(folder, name, text):
    path = Path(folder, name)
    path.write_text(text)
    path.chmod(0o755)
    return f"script:{path}"


def main():
    status, right = report("ox88", "quick")
    assert (status, right["result"]) == (0, "right")
    assert right["planned"] == {key: right["checked"][key] for key in ("counts", "leaves")}
    assert right["engine"].startswith("ox88 ")
    status, found = cases("ox88", "quick")
    assert status == 0 and found["above the level"].find("skipped") is not None
    assert right["above_level"] > 10_000
    assert report("ox88", "quick", "standard", "standard")[1]["subject"] == ["standard"]

    with tempfile.TemporaryDirectory() as folder:
        castles_never = script(folder, "castles-never.sh", WITHOUT_CASTLING)
        status, wrong = report(castles_never, "quick")
        assert (status, wrong["result"]) == (1, "wrong")
        rules = [cause["rules"][0]["rule"] for cause in wrong["causes"]]
        assert "castling missing" in rules, rules
        status, found = cases(castles_never, "quick")
        assert status == 1
        assert found["castling missing"].find("failure") is not None
        assert found["chess960"].find("skipped") is not None

        dies = script(folder, "dies.sh", DIES)
        status, failed = report(dies, "quick")
        assert status == 1
        (cause,) = failed["causes"]
        assert cause["kind"] == "failure" and "lost the thread" in cause["last_lines"]

        suite = Path(folder, "suite.epd")
        suite.write_text(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;D1 20;D2 401\n"
        )
        status, found = report("ox88", "suite", str(suite))
        assert (status, found["checked"]["wrong_counts"]) == (1, 0)
        assert [it["right"] for it in found["wrong_in_suite"]] == [400]

    absent = os.path.join("no", "such", "engine")
    status, found = report(absent)
    assert (status, found["result"]) == (2, "cannot run")
    status, found = cases(absent)
    assert status == 2 and found["start"].find("error") is not None

    status, found = report("ox88", "suite", absent)
    assert (status, found["result"]) == (1, "cannot read") and absent in found["error"]
    status, found = cases("ox88", "suite", absent)
    assert status == 1 and found["suite"].find("error") is not None
    print("the reports are right")


if __name__ == "__main__":
    main()
