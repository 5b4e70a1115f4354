"""The log in shorthand: nothing said is lost, nothing said can be mistaken for a sign."""

from random import Random

import pytest

from room40.dreadnought import shorthand
from room40.dreadnought.views import EventView, View
from room40.protocol import codec
from tests.dreadnought import kit
from tests.dreadnought.tactical import random_battles


def test_every_line_of_battles_at_random_reads_the_same_after_its_journey() -> None:
    for seed in range(4):
        *_, state = random_battles.play(random_battles.battle(seed), seed)
        for viewpoint in ("CP", "EN", "public"):
            view = codec.decode(codec.encode(kit.GAME.view(state, viewpoint)), View)
            assert [e.text for e in view.log.values()] == [state.log[viewpoint][int(n)].text for n in view.log]


def test_any_text_reads_the_same_after_its_journey() -> None:
    rng = Random(1)
    pieces = [*shorthand.PHRASES.values(), *"~~~abc0 (.)é", " (7.33)", "(7.33)", "~0", "~~0"]
    for _ in range(3000):
        text = "".join(rng.choices(pieces, k=rng.randrange(12)))
        clause = rng.choice(("", "7.33", "H7.5"))
        assert shorthand.full(shorthand.short(text, clause), clause) == text


@pytest.mark.parametrize("text", ["Step 7. At ~X.", "no sign: ~?", "~"])
def test_what_is_no_sign_stays_as_it_is(text: str) -> None:
    assert EventView(1, "battle", "H7.5", "D4", text).text == text


def test_signs_are_single_and_their_phrases_apart() -> None:
    signs = [*shorthand.PHRASES, shorthand.CLAUSE, shorthand.MARK]
    assert len(set(signs)) == len(signs)
    assert all(len(sign) == 1 for sign in signs)
    assert len(set(shorthand.PHRASES.values())) == len(shorthand.PHRASES)
    assert not any(shorthand.MARK in phrase for phrase in shorthand.PHRASES.values())


def test_a_step_of_fire_is_told_in_few_characters() -> None:
    text = "Step 7, gunnery (H7.5). At Tiger: Goeben P 161111: 1+6 the armour holds. At Goeben: Tiger P 1: no hit."
    said = shorthand.short(text, "H7.5")
    assert len(said) < len(text) - 35
    assert "Goeben P 161111" in said
