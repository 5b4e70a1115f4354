"""The door's own key, by which players know the server again: made once, and kept where its owner alone can read it."""

import os
import stat
from codecs import BOM_UTF8
from pathlib import Path

import asyncssh

from room40_server.systems import SystemProblem


class KeyProblem(SystemProblem):
    """A key file cannot be used: one sentence for the operator."""


def host_key(path: Path) -> asyncssh.SSHKey:
    """The key in the file, which is made if it is not there. Raises `KeyProblem`."""
    try:
        if not path.exists():
            _make(path)
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise KeyProblem(f"{path}: others can read this key; chmod 600 {path}, or delete it for a new one.")
        return asyncssh.import_private_key(path.read_bytes())
    except (OSError, ValueError) as error:
        raise KeyProblem(f"{path} cannot be used as the host key: {error}") from None


def known_keys(path: Path) -> frozenset[str]:
    """The fingerprints of the keys in a file like OpenSSH's authorized_keys, one a line. Raises `KeyProblem`."""
    try:
        lines = path.read_bytes().removeprefix(BOM_UTF8).split(b"\n")
    except OSError as error:
        raise KeyProblem(f"{path}: {error.strerror}") from None
    found: set[str] = set()
    for number, text in enumerate(map(bytes.strip, lines), 1):
        if not text or text.startswith(b"#"):
            continue
        try:
            found.add(asyncssh.import_public_key(text).get_fingerprint())
        except ValueError:
            raise KeyProblem(
                f"{path}, line {number}: this is no public key; options before a key are not for this door."
            ) from None
    return frozenset(found)


def _make(path: Path) -> None:
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)  # of a server that was stopped here
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
