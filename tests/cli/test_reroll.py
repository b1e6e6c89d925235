"""`odds reroll` from the outside."""

from __future__ import annotations

import json

from tests.cli.test_attack import odds, refused

FIGHT = ["0/0/0 reroll", "--against", "0/0/2:2", "--defender-face", "4"]


def test_says_to_roll_and_why():
    done = odds("reroll", *FIGHT, "--attacker-face", "1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Roll (with 1 re-roll left): keeping is worth 0 %")
    assert "16.7 %" in done.stdout


def test_json():
    done = odds("reroll", *FIGHT, "--attacker-face", "6", "--json")
    found = json.loads(done.stdout)
    assert (found["decision"], found["keep"], found["fractions"]["roll"]) == ("keep", 1.0, "1/6")


def test_no_reroll_is_refused():
    assert "no re-roll" in refused(
        odds("reroll", "0/0/0", "--against", "0/0/2", "--attacker-face", "1", "--defender-face", "1")
    )
