"""The file of the keys that are let in: as editors, people and other programs leave it."""

from pathlib import Path

import asyncssh
import pytest

from room40_server.ssh.host_key import KeyProblem, known_keys

KEYS = [asyncssh.generate_private_key(kind) for kind in ("ssh-ed25519", "ecdsa-sha2-nistp256", "ssh-rsa")]
LINES = [key.export_public_key().decode().strip() for key in KEYS]
ALL = {key.get_fingerprint() for key in KEYS}


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(LINES),
        "\r\n".join(LINES) + "\r\n",
        "\ufeff# players\n\n" + "\n".join(f"  {line}  " for line in LINES),
        "\n".join(f"{line} anne\u2028of\x0cthe \x85north" for line in LINES),
    ],
)
def test_keys_of_every_kind_are_read_one_a_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "listed"
    path.write_bytes(text.encode())
    assert known_keys(path) == ALL


@pytest.mark.parametrize("before", ['command="x",no-pty ', 'from="192.0.2.1" ', "cert-authority ", "x"])
def test_a_line_that_says_more_than_a_key_is_not_taken_for_the_key_alone(before: str, tmp_path: Path) -> None:
    path = tmp_path / "listed"
    path.write_text(f"{LINES[1]}\n{before}{LINES[0]}\n")
    with pytest.raises(KeyProblem, match="listed, line 2: this is no public key; options before a key"):
        known_keys(path)


def test_a_certificate_is_no_key(tmp_path: Path) -> None:
    path = tmp_path / "listed"
    path.write_bytes(KEYS[0].generate_user_certificate(KEYS[0], "anne").export_certificate())
    with pytest.raises(KeyProblem, match="line 1"):
        known_keys(path)
