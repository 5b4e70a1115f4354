"""What a visitor may have: places by secret, by key and in public, passes that end, tables of his own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from room40.protocol.messages import Made
from room40.protocol.preloaded import Lay, OwnTable, Sit
from room40_server.lobby import Lobby, NotLetIn, NotMade
from room40_server.rules.game import PUBLIC
from room40_server.ssh import limits
from room40_server.ssh.desk import ALL, Desk, Visitor
from room40_server.ssh.errands import Errand
from room40_server.ssh.places import Place, Places

ANNE, BEN, STRANGER = Visitor("SHA256:anne", "Anne"), Visitor("SHA256:ben", "Ben"), Visitor("")


@pytest.fixture
async def places(tmp_path: Path) -> AsyncIterator[Places]:
    opened = Places(tmp_path / "keys.db")
    yield opened
    opened.close()


def desk(lobby: Lobby, places: Places, *public: str, secret: str | None = None) -> Desk:
    return Desk(lobby, places, "ws://127.0.0.1:1", public, secret)


async def test_a_secret_makes_a_seat_the_keys_own_and_nobody_elses(lobby: Lobby, places: Places, made: Made) -> None:
    at = desk(lobby, places)
    seat, secret = next(iter(made.seats.items()))
    with pytest.raises(NotLetIn):
        await at.place(ANNE, Errand(made.table))
    assert await at.place(ANNE, Errand(made.table, secret)) == Place(made.table, seat)
    assert await at.place(ANNE, Errand(made.table)) == Place(made.table, seat)
    for visitor in (BEN, STRANGER):
        with pytest.raises(NotLetIn):
            await at.place(visitor, Errand(made.table))
        with pytest.raises(NotLetIn):
            await at.chosen(visitor, Sit(made.table, seat))
    assert await at.chosen(ANNE, Sit(made.table, seat)) == Place(made.table, seat)
    other = next(name for name in made.seats if name != seat)
    with pytest.raises(NotLetIn):
        await at.chosen(ANNE, Sit(made.table, other))


async def test_who_watched_for_once_sits_down_again_on_his_seat(lobby: Lobby, places: Places, made: Made) -> None:
    at = desk(lobby, places)
    seat, secret = next(iter(made.seats.items()))
    await at.place(ANNE, Errand(made.table, secret))
    assert await at.place(ANNE, Errand(made.table, made.watch)) == Place(made.table, PUBLIC)
    assert await at.place(ANNE, Errand(made.table)) == Place(made.table, seat)


async def test_a_table_that_is_not_there_and_one_where_the_key_holds_nothing_are_not_told_apart(
    lobby: Lobby, places: Places, made: Made
) -> None:
    at = desk(lobby, places)
    said = set()
    for table in (made.table, "nowhere"):
        with pytest.raises(NotLetIn) as no:
            await at.place(BEN, Errand(table))
        said.add(str(no.value))
    assert len(said) == 1


async def test_who_comes_without_a_key_watches_with_the_word_or_in_public(lobby: Lobby, places: Places, made: Made) -> None:
    at = desk(lobby, places)
    assert await at.place(STRANGER, Errand(made.table, made.watch)) == Place(made.table, PUBLIC)
    for secret in ("", "wrong", *made.seats.values()):
        with pytest.raises(NotLetIn):
            await at.place(STRANGER, Errand(made.table, secret))
    assert not places.of_key("")
    for public in (ALL, made.table):
        assert await desk(lobby, places, public).place(STRANGER, Errand(made.table)) == Place(made.table, PUBLIC)
        assert await desk(lobby, places, public).place(BEN, Errand(made.table)) == Place(made.table, PUBLIC)
    with pytest.raises(NotLetIn):
        await desk(lobby, places, ALL).place(STRANGER, Errand("nowhere"))


async def test_a_pass_opens_one_viewpoint_of_one_table_until_it_is_taken_back(
    lobby: Lobby, places: Places, made: Made
) -> None:
    at = desk(lobby, places)
    seat = next(iter(made.seats))
    link = at.open(Place(made.table, seat))
    table, viewpoint = await lobby.enter(link.table, link.secret)
    assert (table.name, viewpoint) == (made.table, seat)
    other = at.open(Place("nowhere", seat))
    with pytest.raises(NotLetIn):
        await lobby.enter(made.table, other.secret)
    at.close(link)
    with pytest.raises(NotLetIn):
        await lobby.enter(made.table, link.secret)


async def test_the_start_screen_shows_the_keys_own_places_and_what_may_be_watched(
    lobby: Lobby, places: Places, made: Made
) -> None:
    seat, secret = next(iter(made.seats.items()))
    at = desk(lobby, places, secret="")
    await at.place(ANNE, Errand(made.table, secret))
    places.take(ANNE.key, Place("gone", "red"))
    shown = await at.start_screen(ANNE, ["read this"])
    assert shown.told == ("read this",)
    assert [(table.table, table.place) for table in shown.tables] == [(made.table, seat)]
    assert shown.scenarios
    assert (await desk(lobby, places).start_screen(ANNE)).scenarios == ()
    assert (await at.start_screen(BEN)).tables == ()
    watching = await desk(lobby, places, ALL, secret="").start_screen(STRANGER)
    assert [(table.table, table.place) for table in watching.tables] == [(made.table, "")]
    assert watching.scenarios == ()


async def test_who_opens_a_table_holds_his_seat_and_is_told_the_words_for_the_others(lobby: Lobby, places: Places) -> None:
    at = desk(lobby, places, secret="")
    card = (await at.start_screen(ANNE)).scenarios[0]
    told = await at.lay(ANNE, Lay(card.system, card.name, card.seats[1], False))
    (own,) = (await at.start_screen(ANNE)).tables
    assert isinstance(own, OwnTable)
    assert own.place == card.seats[1]
    command = next(line for line in told if line.startswith(card.seats[0])).partition("'")[2].rstrip("'")
    assert await at.place(BEN, Errand(*command.split())) == Place(own.table, card.seats[0])
    assert len(await at.lay(ANNE, Lay(card.system, card.name, card.seats[0], True))) == 1


async def test_no_more_tables_than_one_key_may_open_and_none_where_it_is_not_allowed(
    lobby: Lobby, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TABLES", 1)
    at = desk(lobby, places, secret="")
    card = (await at.start_screen(ANNE)).scenarios[0]
    asked = Lay(card.system, card.name, card.seats[0], False)
    await at.lay(ANNE, asked)
    with pytest.raises(NotMade, match="1 tables"):
        await at.lay(ANNE, asked)
    await at.lay(BEN, asked)
    with pytest.raises(NotLetIn):
        await at.lay(STRANGER, asked)
    with pytest.raises(NotLetIn):
        await desk(lobby, places).lay(Visitor("SHA256:carl"), asked)
    with pytest.raises(NotMade):
        await at.lay(Visitor("SHA256:carl"), Lay(card.system, "no-such-scenario", "", False))
