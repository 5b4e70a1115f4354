"""What the SSH library leaves without a bound: how much a compressed packet may become, and how much may wait to be sent."""

import ipaddress
import zlib

import asyncssh
from asyncssh.compression import Compressor, Decompressor, register_compression_alg

COMPRESSION = ("zlib@openssh.com", "none")
"""The first begins when somebody has shown his key, not before."""
LARGEST = 256 * 1024
"""Bytes of a packet, compressed or not; the library's own bound is on what comes by the line."""
_OF_A_HOUSEHOLD = 64
"""Bits of an IPv6 address that are the line's; the rest its owner may choose, and have more of than there are stars."""


class _Smaller(Compressor):
    def __init__(self) -> None:
        self._zlib = zlib.compressobj()

    def compress(self, data: bytes) -> bytes | None:
        return self._zlib.compress(data) + self._zlib.flush(zlib.Z_SYNC_FLUSH)


class _Larger(Decompressor):
    def __init__(self) -> None:
        self._zlib = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """None ends the connection: a quarter of a megabyte of nothing but zeros would be a quarter of a gigabyte."""
        try:
            whole = self._zlib.decompress(data, LARGEST)
        except zlib.error:
            return None
        return None if self._zlib.unconsumed_tail else whole


register_compression_alg(COMPRESSION[0].encode(), _Smaller, _Larger, True, False)


def hear_no_more_while_answers_wait(conn: asyncssh.SSHServerConnection) -> None:
    """Who asks and asks, and reads no answer, is not listened to until he does."""
    transport = conn._transport
    if transport is not None:
        conn.pause_writing = transport.pause_reading  # type: ignore[method-assign]
        conn.resume_writing = transport.resume_reading  # type: ignore[method-assign]


def whose_line(address: str) -> str:
    """What stands for all addresses of one line: of IPv6 the first half."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, _OF_A_HOUSEHOLD), strict=False))
