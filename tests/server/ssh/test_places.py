"""Which key holds which place, the door's own key, and how many may come at once."""

import stat
from pathlib import Path

import asyncssh
import pytest

from room40_server.journal import JournalError
from room40_server.ssh.host_key import KeyProblem, host_key, known_keys
from room40_server.ssh.limits import Room
from room40_server.ssh.places import MOST, Place, Places


def test_a_key_holds_its_places_the_last_used_first_and_over_a_restart(tmp_path: Path) -> None:
    first = Places(tmp_path / "keys.db")
    for table, viewpoint in (("a", "CP"), ("b", "EN"), ("a", "public"), ("a", "CP")):
        first.take("anne", Place(table, viewpoint))
    first.take("ben", Place("a", "EN"))
    first.lay("anne", "a")
    first.close()
    again = Places(tmp_path / "keys.db")
    assert again.of_key("anne") == [Place("a", "CP"), Place("a", "public"), Place("b", "EN")]
    assert again.at_table("anne", "a") == [Place("a", "CP"), Place("a", "public")]
    assert again.at_table("carl", "a") == again.of_key("carl") == []
    assert (again.laid("anne"), again.laid("ben")) == (1, 0)
    again.close()


def test_a_key_is_told_of_so_many_places_and_no_more(tmp_path: Path) -> None:
    places = Places(tmp_path / "keys.db")
    for number in range(MOST + 5):
        places.take("anne", Place(f"table{number}", "CP"))
    assert [place.table for place in places.of_key("anne")][:2] == [f"table{MOST + 4}", f"table{MOST + 3}"]
    assert len(places.of_key("anne")) == MOST
    places.close()


def test_the_file_of_places_is_for_its_owner_only_and_a_broken_one_is_named(tmp_path: Path) -> None:
    Places(tmp_path / "keys.db").close()
    assert stat.S_IMODE((tmp_path / "keys.db").stat().st_mode) == 0o600
    (tmp_path / "broken.db").write_text("no database" * 100)
    for path in (tmp_path / "broken.db", tmp_path / "none" / "keys.db"):
        with pytest.raises(JournalError, match=path.name):
            Places(path)


def test_the_host_key_is_made_once_kept_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "door.key"
    (tmp_path / "door.key.new").write_text("left by a server that was stopped while it wrote")
    made = host_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert host_key(path).get_fingerprint() == made.get_fingerprint()
    assert [file.name for file in tmp_path.iterdir()] == ["door.key"]


def test_a_host_key_that_others_can_read_or_that_is_none_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "door.key"
    host_key(path)
    path.chmod(0o640)
    with pytest.raises(KeyProblem, match="chmod 600"):
        host_key(path)
    path.write_text("no key")
    path.chmod(0o600)
    with pytest.raises(KeyProblem, match=r"door\.key"):
        host_key(path)
    with pytest.raises(KeyProblem, match=r"door\.key"):
        host_key(tmp_path / "none" / "door.key")


def test_the_list_of_keys_is_that_of_openssh_and_its_broken_line_is_named(tmp_path: Path) -> None:
    keys = [asyncssh.generate_private_key("ssh-ed25519", comment="anne") for _ in range(2)]
    path = tmp_path / "keys"
    path.write_text("# players\n\n" + "".join(key.export_public_key().decode() for key in keys))
    assert known_keys(path) == {key.get_fingerprint() for key in keys}
    path.write_text(path.read_text() + "ssh-ed25519 nonsense\n")
    with pytest.raises(KeyProblem, match="line 5"):
        known_keys(path)
    with pytest.raises(KeyProblem, match="none"):
        known_keys(tmp_path / "none")


def test_a_room_holds_so_many_of_each_and_a_place_that_is_left_is_free() -> None:
    room = Room(2)
    assert [room.take("anne") for _ in range(3)] == [True, True, False]
    assert room.take("ben")
    room.leave("anne")
    assert [room.take("anne") for _ in range(2)] == [True, False]
