"""A table takes orders one at a time, writes them down, and only then tells: each viewpoint its own, and no more."""

import asyncio
from hashlib import sha256

import pytest
from msgspec import Struct

from room40.protocol.codec import encode
from room40.protocol.mergepatch import merge
from room40.protocol.messages import ChatLine, Done, Over, Patch, Refusal, Snapshot, Welcome
from room40_server.journal import JournalError
from room40_server.journal.entries import Ordered, read_entry
from room40_server.rules.game import PUBLIC, Refused
from room40_server.systems import System, Systems
from room40_server.table import Asked, Spoken, open_table
from tests.server.house import Tape, asked
from tests.server.mini_naval import CARD, SYSTEM, Bot, Commit, Crash, MiniNaval, Plot, open_scenario, opening


class Player:
    """Someone at a seat, or watching."""

    def __init__(self, table, viewpoint, have=-1, heard=0):
        self.table, self.viewpoint, self.tape, self.last = table, viewpoint, Tape(), 0
        table.join(viewpoint, have, heard, self.tape)
        self.last = self.tape.of(Welcome)[0].last_order

    async def order(self, order, order_id=None, client=""):
        self.last = order_id or self.last + 1
        done = asyncio.Event()
        self.table.put(Asked(self.viewpoint, self.last, order, self.tape, done.set, client))
        await done.wait()
        return self.tape.heard[-1]

    async def say(self, text):
        done = asyncio.Event()
        self.table.put(Spoken(self.viewpoint, "Anne", text, done.set))
        await done.wait()

    def view(self, tree=None):
        for message in self.tape.heard:
            if isinstance(message, Snapshot):
                tree = message.view
            elif isinstance(message, Patch | Done):
                tree = merge(tree, message.patch)
        return tree


@pytest.fixture
async def table(lobby, made):
    return (await lobby.enter(made.table, made.watch))[0]


async def anew(table, journal, systems=None):
    """The same table as a restarted server would have it."""
    return await open_table(table.name, journal, systems or Systems([SYSTEM]))


async def test_a_new_player_gets_the_welcome_and_the_whole_view(table):
    red, watcher = Player(table, "red"), Player(table, PUBLIC)
    welcome, snapshot = red.tape.heard
    assert (welcome.seat, welcome.system, welcome.scenario, welcome.last_order) == ("red", "mini-naval", "skirmish", 0)
    assert set(snapshot.view["fleets"]) == {"0", "1", "2", "3"}
    assert watcher.tape.of(Welcome)[0].seat == ""
    assert "fleets" not in watcher.view()


async def test_a_secret_order_is_told_to_its_seat_alone(table):
    red, blue, watcher = Player(table, "red"), Player(table, "blue"), Player(table, PUBLIC)
    assert await red.order(Plot(0, (1,))) == Done({"fleets": {"0": {"plot": [1]}}}, 1, 1)
    assert len(blue.tape.frames) == 2
    assert len(watcher.tape.frames) == 2


async def test_every_viewpoint_can_follow_the_game_by_patches(table):
    players = [Player(table, viewpoint) for viewpoint in ("red", "blue", PUBLIC)]
    for _ in range(3):
        await players[0].order(Plot(0, ()))
        await players[1].order(Commit())
        await players[0].order(Commit())
    for player in players:
        assert player.view() == Player(table, player.viewpoint).view()
    assert players[2].view()["turn"] == 4


async def test_a_refused_order_changes_nothing_and_is_not_written_down(table, journal):
    red = Player(table, "red")
    before = await journal.read(table.name)
    assert await red.order(Plot(9, ())) == Refusal("1.2", "You have no such fleet.", "9", 1)
    assert await red.order(Plot(0, (59,))) == Refusal("1.4", "Zone 59 does not touch zone 0.", "59", 2)
    assert await journal.read(table.name) == before
    assert isinstance(await red.order(Plot(0, (1,))), Done)


async def test_an_order_sent_twice_counts_once(table, journal):
    red = Player(table, "red")
    first = await red.order(Plot(0, (1,)), 5)
    again = await red.order(Plot(0, (1,)), 5)
    assert (first.order, again.order, again.patch, again.version) == (5, 5, {}, 1)
    assert len(await journal.read(table.name)) == 2


async def test_the_same_order_under_the_same_number_is_anothers_if_another_client_gives_it(table, journal):
    red = Player(table, "red")
    assert isinstance(await red.order(Commit(), 1, "one"), Done)
    for reopened in (table, await anew(table, journal)):
        red = Player(reopened, "red")
        assert (await red.order(Commit(), 1, "two")).clause == "number"
        assert isinstance(await red.order(Commit(), 1, "one"), Done)


async def test_another_order_under_the_same_number_is_refused_and_so_is_a_number_passed_by(table):
    red = Player(table, "red")
    await red.order(Plot(0, (1,)), 5)
    for order, number in ((Plot(0, ()), 5), (Plot(1, ()), 3)):
        answer = await red.order(order, number)
        assert (answer.clause, answer.about, answer.order) == ("number", "5", number)
    assert red.view()["fleets"]["0"]["plot"] == [1]


async def test_two_connections_of_a_seat_see_the_same_and_only_the_one_that_asked_is_answered(table):
    one, two = Player(table, "red"), Player(table, "red")
    await one.order(Plot(0, (1,)))
    assert two.tape.of(Done) == []
    assert one.view() == two.view()


async def test_rules_that_break_cost_a_refusal_and_not_the_table(table):
    red = Player(table, "red")
    assert (await red.order(Crash())).clause == "server"
    assert isinstance(await red.order(Plot(0, (1,))), Done)


async def test_a_table_is_rebuilt_from_its_journal_as_it_was(table, journal):
    red, blue = Player(table, "red"), Player(table, "blue")
    await red.order(Plot(0, (1,)), 7)
    await blue.order(Commit())
    await red.order(Commit(), 9)
    await red.say("hello")
    again = await anew(table, journal)
    for viewpoint in ("red", "blue", PUBLIC):
        was, now = Player(table, viewpoint), Player(again, viewpoint)
        assert was.tape.frames == now.tape.frames
    assert Player(again, "red").last == 9
    sent_again = await Player(again, "red").order(Commit(), 9)
    assert isinstance(sent_again, Done)
    assert len(await journal.read(table.name)) == 5
    await again.close()


async def test_who_comes_back_gets_the_patches_he_lacks_or_else_the_whole_view(table):
    red = Player(table, "red")
    for fleet in range(3):
        await red.order(Plot(fleet, (fleet * 10 + 1,)))
    assert [m.version for m in Player(table, "red", have=1).tape.of(Patch)] == [2, 3]
    assert Player(table, "red", have=3).tape.heard[1:] == []
    for have in (-1, 99):
        assert [type(m) for m in Player(table, "red", have=have).tape.heard] == [Welcome, Snapshot]


async def test_who_missed_more_than_is_kept_gets_the_whole_view(table):
    red = Player(table, "red")
    for turn in range(70):
        await red.order(Plot(0, (1,) if turn % 2 == 0 else ()))
    assert len(Player(table, "red", have=6).tape.of(Patch)) == 64
    assert Player(table, "red", have=5).tape.of(Snapshot)[0].version == 70


async def test_chat_goes_to_all_and_is_kept_and_who_comes_back_hears_what_he_missed(table, journal):
    red, watcher = Player(table, "red"), Player(table, PUBLIC)
    await red.say("one")
    await red.say("two")
    assert watcher.tape.of(ChatLine) == [ChatLine("red", "Anne", "one", 1), ChatLine("red", "Anne", "two", 2)]
    again = await anew(table, journal)
    assert [line.text for line in Player(again, "blue", heard=1).tape.of(ChatLine)] == ["two"]
    await again.close()


async def play_out(table, players):
    while not table.outcome:
        for player in players:
            for order in Bot().decide(table._game.view(table._state, player.viewpoint), player.viewpoint):
                await player.order(order)


async def test_when_the_game_is_over_the_promised_seed_is_told_to_all_once_and_to_who_comes_later(lobby, journal):
    made = await lobby.create(asked(options={"turns": 2}))
    table, _ = await lobby.enter(made.table, made.watch)
    players = [Player(table, seat) for seat in ("red", "blue")]
    watcher = Player(table, PUBLIC)
    await play_out(table, players)
    for player in (*players, watcher, Player(table, PUBLIC)):
        (over,) = player.tape.of(Over)
        assert sha256(over.seed).digest() == player.tape.of(Welcome)[0].promise
        assert over.outcome == table.outcome
    assert (await players[0].order(Commit())).clause == "1.0"


async def test_the_seed_is_told_to_nobody_while_the_game_is_on(table):
    players = [Player(table, viewpoint) for viewpoint in ("red", "blue", PUBLIC)]
    await players[0].order(Commit())
    await players[1].order(Commit())
    assert not any(table.opened.seed in frame for player in players for frame in player.tape.frames)


async def transcripts(journal, name, secret):
    """All that blue and the watcher are sent while red does `secret`, an order of blue's after each."""
    table = await open_table(name, journal, Systems([SYSTEM]))
    red, blue, watcher = Player(table, "red"), Player(table, "blue"), Player(table, PUBLIC)
    for number, order in enumerate(secret):
        await red.order(order)
        await blue.order(Plot(0, (8,) if number % 2 == 0 else ()))
    await table.close()
    return blue.tape.frames, watcher.tape.frames


async def test_no_byte_tells_what_red_plots_in_secret(journal, lobby):
    made = await lobby.create(asked())
    opened = await journal.read(made.table)
    told = []
    for number, secret in enumerate(
        [
            [Plot(0, ()), Plot(1, ()), Plot(0, ())],
            [Plot(0, (1,)), Plot(0, (10,)), Plot(2, (21, 22))],
            [Plot(0, (59,)), Plot(9, ()), Crash()],
        ]
    ):
        await journal.append(f"copy{number}", 0, opened)
        told.append(await transcripts(journal, f"copy{number}", secret))
    assert told[0] == told[1] == told[2]
    assert len(told[0][1]) == 2


async def test_a_table_that_lost_its_journal_is_dropped_its_clients_cut_off_and_it_is_opened_anew(
    table, journal, lobby, made
):
    red, blue = Player(table, "red"), Player(table, "blue")
    usurper = Ordered("blue", 1, 0.0, encode(Commit()), (), {"committed": ["blue"]}, {"red": 1, "blue": 1, "public": 1})
    await journal.append(table.name, 1, [encode(usurper)])
    heard = len(red.tape.frames), len(blue.tape.frames)
    await red.order(Commit())
    await asyncio.gather(table._task)
    assert table.gone
    assert red.tape.is_cut
    assert blue.tape.is_cut
    assert (len(red.tape.frames), len(blue.tape.frames)) == heard
    anew, _ = await lobby.enter(made.table, made.watch)
    assert anew is not table
    assert Player(anew, "red").view()["committed"] == ["blue"]


async def test_a_table_of_other_rules_is_not_played(table, journal):
    class Newer(MiniNaval):
        version = 2

    systems = Systems([System(Newer(), open_scenario, Bot, lambda: [CARD])])
    with pytest.raises(Exception, match="version 1 of the rules"):
        await anew(table, journal, systems)


# ---- computer players ----


async def with_computer(journal, player, computers=("blue",), turns=3):
    """A table whose `computers` seats are played by `player`, and the lobby that has it."""
    from room40_server.lobby import Lobby

    system = System(MiniNaval(), open_scenario, player, lambda: [CARD])
    lobby = Lobby(journal, Systems([system]))
    made = await lobby.create(asked(computers=computers, options={"turns": turns}))
    return lobby, made


async def until(table, predicate):
    """Wait until the table has told something that makes `predicate` true."""
    tape = Player(table, PUBLIC).tape
    changed = asyncio.Event()
    keep = tape.send
    tape.send = lambda frame: (keep(frame), changed.set())
    while not predicate(tape):
        changed.clear()
        await changed.wait()


async def test_a_computer_plays_its_seat_whenever_the_game_waits_for_it(journal):
    lobby, made = await with_computer(journal, Bot)
    assert set(made.seats) == {"red"}
    table, _ = await lobby.enter(made.table, made.watch)
    red = Player(table, "red")
    for turn in range(3):
        await until(table, lambda tape, turn=turn: Player(table, PUBLIC).view()["committed"] == ["blue"])
        await red.order(Commit())
    assert table.outcome
    entries = [read_entry(raw) for raw in await journal.read(table.name)][1:]
    assert [entry.id for entry in entries if entry.seat == "blue"] == [1, 2, 3]
    await lobby.close()


async def test_two_computers_play_a_game_to_its_end(journal):
    lobby, made = await with_computer(journal, Bot, ("red", "blue"), 12)
    table, _ = await lobby.enter(made.table, made.watch)
    await until(table, lambda tape: tape.of(Over))
    assert table.outcome
    await lobby.close()


async def test_a_computer_sees_its_own_view_and_nothing_else(journal):
    shown = []

    class Spy(Bot):
        def decide(self, view, seat):
            shown.append((encode(view), seat))
            return [Commit()]

    lobby, made = await with_computer(journal, Spy)
    table, _ = await lobby.enter(made.table, made.watch)
    await until(table, lambda tape: Player(table, PUBLIC).view()["committed"] == ["blue"])
    assert shown == [(encode(MiniNaval().view(opening(3), "blue")), "blue")]
    await lobby.close()


class Stubborn(Bot):
    asked = 0

    def decide(self, view, seat):
        Stubborn.asked += 1
        return [Plot(77, ())]


class Idle(Stubborn):
    def decide(self, view, seat):
        Stubborn.asked += 1
        return []


class Broken(Stubborn):
    def decide(self, view, seat):
        Stubborn.asked += 1
        raise ZeroDivisionError


class Fidget(Stubborn):
    def decide(self, view, seat):
        Stubborn.asked += 1
        return [Plot(0, () if view.fleets[0].plot else (8,))]


@pytest.mark.parametrize(("player", "patience"), [(Stubborn, 5), (Idle, 5), (Broken, 5), (Fidget, 300)])
async def test_a_computer_at_a_loss_is_not_asked_for_ever_and_the_table_says_so(journal, player, patience):
    Stubborn.asked = 0
    lobby, made = await with_computer(journal, player)
    table, _ = await lobby.enter(made.table, made.watch)
    await until(table, lambda tape: tape.of(ChatLine))
    assert Stubborn.asked == patience
    red = Player(table, "red")
    assert "at a loss" in red.tape.of(ChatLine)[0].text
    assert isinstance(await red.order(Plot(0, (1,))), Done)
    await lobby.close()


async def test_a_table_whose_state_the_rules_cannot_show_is_not_opened_and_one_sentence_says_so(table, journal):
    class Lost(MiniNaval):
        def view(self, state, viewpoint):
            raise KeyError("ghost")

    systems = Systems([System(Lost(), open_scenario, Bot, lambda: [CARD])], {})
    with pytest.raises(JournalError, match="KeyError: 'ghost'"):
        await anew(table, journal, systems)


class Words(Struct, frozen=True, tag="words", tag_field="kind"):
    """An order with a map in it."""

    said: dict[str, int]


class Listener(MiniNaval):
    """A game that answers with the map as it came to the rules."""

    order_type = Words

    def submit(self, state, seat, order, dice):
        raise Refused("1", " ".join(order.said))


async def test_the_rules_see_an_order_as_the_record_keeps_it_in_whatever_order_its_maps_came(table, journal):
    """Else a game would not come out the same when its record is played again: dice may fall by the order of a map."""
    again = await anew(table, journal, Systems([System(Listener(), open_scenario, Bot, lambda: [CARD])]))
    for said in ({"b": 1, "a": 2}, {"a": 2, "b": 1}):
        assert (await Player(again, "red").order(Words(said))).sentence == "a b"
    await again.close()
