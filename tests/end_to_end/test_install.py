"""The program as it is installed: a wheel that holds all that it reads."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOAD_ALL = """
import json, sys
sys.path.insert(0, sys.argv[1])
import room40, room40_client, room40_server
from room40_client.help import __file__ as help_file
from room40_server import scenarios
found = {name: scenarios.load(name, {}).setting.title for _, name, _, _ in scenarios.available()}
print(json.dumps([[m.__file__ for m in (room40, room40_client, room40_server)] + [help_file], found]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = (
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    )
    subprocess.run([sys.executable, *build], check=True, timeout=120)
    (made,) = folder.glob("*.whl")
    return made


@pytest.mark.slow
def test_the_wheel_holds_every_scenario_as_it_stands_in_the_source(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        inside = {name: packed.read(name) for name in packed.namelist()}
    source = [path for path in (ROOT / "scenarios").rglob("*") if path.is_file()]
    assert len(source) > 4
    for path in source:
        assert inside[f"room40_server/data/{path.relative_to(ROOT / 'scenarios').as_posix()}"] == path.read_bytes()
    assert any(name.endswith("/licenses/LICENSE") for name in inside)
    for package in ("room40", "room40_server", "room40_client"):
        assert f"{package}/py.typed" in inside
    assert not [name for name in inside if name.startswith(("tests", "benchmarks")) or name.endswith(".pyc")]


@pytest.mark.slow
def test_every_scenario_opens_from_the_unpacked_wheel(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    ran = subprocess.run(
        [sys.executable, "-c", LOAD_ALL, str(tmp_path)], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    files, found = json.loads(ran.stdout)
    assert all(Path(file).is_relative_to(tmp_path) for file in files)
    assert {"first-cruise", "goeben"} <= found.keys()


@pytest.mark.slow
def test_the_wheel_brings_the_commands(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        name = next(name for name in packed.namelist() if name.endswith("/entry_points.txt"))
        said = packed.read(name).decode()
    assert "room40 = room40_client.cli:main" in said
    assert "room40-server = room40_server.__main__:main" in said
