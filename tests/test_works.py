"""Films drawn by several processes and by a cluster, whose workers may vanish in mid-film."""

from __future__ import annotations

import os
import pickle
import threading
from dataclasses import replace

import fakes
import psutil
import pytest
from test_chunks import film
from test_film import chunks_in, everything, wait_for

import courtyard3d
from courtyard3d.errors import InputError, MachineError
from courtyard3d.picture.works import Processes


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The film as one process makes it."""
    return film(tmp_path_factory.mktemp("alone")).read_bytes()


def spawned():
    """Processes that draw, which this one has started."""
    children = psutil.Process().children()
    return [child for child in children if "spawn_main" in " ".join(child.cmdline())]


def killing(at_work, kill):
    """Start a thread that kills, as soon as there is work, and gives what it killed."""
    killed = []
    thread = threading.Thread(target=lambda: killed.append(kill(wait_for(at_work))))
    thread.start()
    return killed, thread


def test_several_processes_make_the_same_film(tmp_path, alone):
    assert film(tmp_path, workers=2).read_bytes() == alone
    assert not spawned()


def test_a_worker_that_is_killed_costs_nothing_but_time(tmp_path, alone):
    def half_done():
        return chunks_in(tmp_path) and spawned()

    killed, thread = killing(half_done, lambda workers: workers[0].kill())
    out = film(tmp_path, workers=2)
    thread.join()
    assert killed
    assert out.read_bytes() == alone
    assert not list(tmp_path.rglob("*.part*"))


def deadly(state):
    """Place everything, or die where the tenth second is to be drawn."""
    if state.time >= 10.0:
        os._exit(9)
    return fakes.place(state)


def test_a_chunk_that_kills_its_workers_is_told_and_the_others_are_kept(tmp_path):
    with pytest.raises(MachineError, match=r"3 workers vanished .* chunk 2 .*; finished chunks are kept"):
        film(
            tmp_path,
            fakes.courtyard(scene=replace(fakes.courtyard().scene, place=deadly)),
            workers=2,
            sections=["you-she"],
        )
    assert 1 <= len(chunks_in(tmp_path)) <= 2
    assert "f.mp4" not in everything(tmp_path)
    assert not spawned()


class Broken(fakes.FakeTimeline):
    def caption(self, t, lang):
        raise InputError("a caption that can't be")


def test_what_a_worker_says_is_said(tmp_path):
    with pytest.raises(InputError, match="a caption that can't be"):
        film(tmp_path, fakes.courtyard(timeline=Broken()), workers=2)
    assert not spawned()


def test_a_rite_travels_as_what_was_asked_for():
    court = courtyard3d.open("xiangshe", preset="ao", premises={"hall": "xiang"}, seed=7)
    there = pickle.loads(pickle.dumps(court))
    assert (there.path, there.choice, there.seed) == (court.path.resolve(), court.choice, 7)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"workers": 0}, "0 workers; expected at least 1"),
        ({"workers": 2, "cluster": "tcp://h:1"}, "either --workers or --cluster"),
        ({"cluster": "nonsense"}, "no address 'nonsense'"),
    ],
)
def test_what_cannot_be_is_said(tmp_path, options, says):
    with pytest.raises(InputError, match=says):
        film(tmp_path, **options)
    assert everything(tmp_path) == []


def test_a_cluster_that_is_not_there_is_told(tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("courtyard3d.picture.cluster.PATIENCE", 1)
    with pytest.raises(MachineError, match=r"no cluster answers at tcp://127.0.0.1:9"):
        film(tmp_path, cluster="tcp://127.0.0.1:9")


@pytest.fixture
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as two:
        yield two


def test_a_cluster_makes_the_same_film_though_a_worker_is_killed_in_mid_film(tmp_path, alone, cluster):
    pids = [nanny.pid for nanny in cluster.workers.values()]
    killed, thread = killing(lambda: chunks_in(tmp_path), lambda _: psutil.Process(pids[0]).kill())
    out = film(tmp_path, cluster=cluster.scheduler_address)
    thread.join()
    assert killed
    assert not psutil.pid_exists(pids[0]) or psutil.Process(pids[0]).status() == psutil.STATUS_ZOMBIE
    assert out.read_bytes() == alone
    before = chunks_in(tmp_path)
    film(tmp_path, cluster=cluster.scheduler_address)
    assert chunks_in(tmp_path) == before


def test_a_worker_with_other_programs_is_told(tmp_path, cluster, monkeypatch):
    monkeypatch.setattr("courtyard3d.picture.graphics.versions", lambda _: "other programs")
    with pytest.raises(MachineError, match=r"a worker has other programs.* instead of other programs"):
        film(tmp_path, cluster=cluster.scheduler_address)


def test_processes_are_spawned():
    assert Processes(2)._spawn.get_start_method() == "spawn"
