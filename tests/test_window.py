"""The real window under Xvfb, driven with real keys and a real mouse."""

from __future__ import annotations

import random
import shutil
import signal
import time

import numpy as np
import pytest
from small_rite import small_rite
from windows import display, drawn, middle, press_close, spot, window

import courtyard3d
from courtyard3d.picture.viewer.commands import COMMANDS
from courtyard3d.picture.viewer.session import Session
from courtyard3d.picture.viewer.wording import bound

pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="Xvfb or xdotool is missing"
)

SIZE = (1000, 640)
ACTS = """
- {who: one, do: walk, to: b}
- {who: two, do: turn, to: north}
- {who: one, do: walk, to: a}
- {who: one, do: walk, to: c}
- {who: three, do: bow}
"""
VIEW = "from courtyard3d.courtyard import Courtyard\nfrom pathlib import Path\nCourtyard(Path({path!r})).view(size={size})"
XIANGSHE = "import courtyard3d\ncourtyard3d.open('xiangshe').view(size={size}, start='16.22')"


@pytest.fixture(scope="module")
def screen():
    with display((1280, 800)) as name:
        yield name


@pytest.fixture(scope="module")
def rite(tmp_path_factory):
    return small_rite(tmp_path_factory.mktemp("small"), ACTS)


@pytest.fixture
def hands(screen, rite):
    code = VIEW.format(path=str(rite.path), size=SIZE)
    with window(screen, code, "small", SIZE) as found:
        yield found


@pytest.fixture
def session(rite):
    return Session(rite, "hans", now=lambda: time.monotonic() + 10)


def test_play_pause_scrub_turn_fold_resize_and_quit(hands, session):
    hands.says("small", "one", "0:00")
    first = hands.picture()

    hands.do("key", "space")
    hands.says("0:02")
    hands.do("key", "space")
    time.sleep(0.3)
    stopped = hands.title
    time.sleep(1.2)
    assert hands.title == stopped

    _, frame = drawn(session, SIZE)
    bar, duration = frame.time, session.timeline.duration
    left, right = bar.left + 20, bar.right - 20
    hands.do(
        "mousemove", right, bar.top + 12, "mousedown", 1, "mousemove", (left + right) // 2, 200, "mouseup", 1
    )
    hands.says(f"0:{int(duration / 2):02}")
    hands.do("key", "Home")
    hands.says("0:00")
    assert hands.same(first)

    scene = np.s_[frame.scene.top : frame.scene.bottom, frame.scene.left : frame.scene.right]
    x, y = middle(frame.scene)
    hands.do("mousemove", x, y, "mousedown", 1, "mousemove", x + 30, y + 5)
    hands.do("mousemove", x + 120, y + 20, "mouseup", 1, "mousemove", x, bar.bottom - 5)
    turned = hands.differs(first, 4.0, scene)
    assert abs(turned[: frame.heading.bottom] - first[: frame.heading.bottom]).mean() < 1.0

    hands.do("key", "Tab")
    folded = hands.differs(
        turned, 5.0, np.s_[frame.side.top : frame.side.bottom, frame.side.left : frame.side.right]
    )
    assert hands.same(folded)
    hands.do("windowsize", "--sync", hands.window, 800, 600)
    hands.do("key", "End")
    hands.says(f"0:{int(duration):02}")

    hands.do("key", "q")
    assert hands.ends() == (0, "")


def test_every_button_and_row_can_be_clicked(hands, session):
    for tab in ("sections", "people", "things", "premises", "layers"):
        session.tab = tab
        hands.do(
            "key",
            {"sections": "Escape"}.get(
                tab, f"F{2 + ('sections', 'people', 'things', 'premises', 'layers').index(tab)}"
            ),
        )
        board, frame = drawn(session, SIZE)
        zones = [zone for sheet in board.sheets for zone in sheet.zones if zone.box.left >= frame.side.left]
        for zone in zones[6::3]:
            hands.click(middle(zone.box))
        hands.do("key", "Escape", "Escape", "Escape")
        assert hands.process.poll() is None
    hands.do("key", "q")
    assert hands.ends() == (0, "")


def test_a_paused_window_rests(hands):
    import psutil

    time.sleep(1.5)
    used = psutil.Process(hands.process.pid)
    before = sum(used.cpu_times()[:2])
    time.sleep(3.0)
    assert sum(used.cpu_times()[:2]) - before < 0.3


def test_the_window_button_closes(screen, hands):
    press_close(screen, int(hands.window))
    assert hands.ends() == (0, "")


def test_ctrl_c_closes(hands):
    hands.process.send_signal(signal.SIGINT)
    assert hands.ends()[1].splitlines()[-1] == "KeyboardInterrupt"


def test_a_second_rite_opens_after_the_first(screen, rite):
    code = VIEW.format(path=str(rite.path), size=SIZE)
    again = f"{code}\nimport sys; print('again', file=sys.stderr)\n{code.splitlines()[-1]}"
    with window(screen, again, "small", SIZE) as hands:
        hands.do("key", "End")
        hands.lacks("0:00")
        hands.do("key", "q")
        hands.window = hands.until(lambda: hands.do("search", "--name", "^small one 0:00"))
        hands.do("windowfocus", hands.window)
        hands.do("key", "space")
        hands.says("0:01")
        hands.do("key", "q")
        assert hands.ends() == (0, "again\n")


@pytest.fixture(scope="module")
def xiangshe():
    return courtyard3d.open("xiangshe")


def test_in_the_real_rite_a_person_and_a_pillar_answer_and_the_hall_is_switched(screen, xiangshe):
    session = Session(xiangshe, "hans", now=lambda: time.monotonic() + 10)
    session.seek(session.timeline.moment("16.22"))
    session.cameraman.choose("hall")
    with window(screen, XIANGSHE.format(size=SIZE), "xiangshe", SIZE) as hands:
        hands.do("key", 3)
        time.sleep(1.5)
        plain = hands.picture()

        (feet,) = session.feet(["host"])
        place = spot(session, SIZE, feet + np.array([0.0, 0.0, 1.0]))
        hands.do("mousemove", *place)
        lit = hands.differs(plain, 20.0, np.s_[place[1] - 3 : place[1] + 3, place[0] - 3 : place[0] + 3])
        warmer = (lit - plain)[place[1], place[0]]
        assert warmer[0] - warmer[2] > 20, "it is lit in gold"
        hands.do("click", 1)
        hands.says("host")
        hands.do("key", "Escape")
        hands.lacks("host")

        base = xiangshe.layout.chi_m * np.array(xiangshe.layout.objects["pillar-east"].position, dtype=float)
        for height in (0.4, 1.4, 2.0, 2.8, 3.4):  # a beam of the eaves crosses it somewhere
            hands.click(spot(session, SIZE, base + np.array([0.0, 0.0, height])))
            time.sleep(1.0)
            if "pillar-east" in hands.title:
                break
        hands.says("pillar-east")
        hands.do("key", "Escape", "F5")
        time.sleep(0.6)

        session.tab = "premises"
        board, _ = drawn(session, SIZE)
        zone = next(zone for sheet in board.sheets for zone in sheet.zones if chooses(zone, "xiang"))
        moment = hands.title.split()[2]
        hands.click(middle(zone.box))
        hands.says("hall=xiang", "chu-she")
        assert abs(seconds(hands.title.split()[2]) - seconds(moment)) < 600
        hands.do("key", "q")
        assert hands.ends() == (0, "")


def chooses(zone, value: str) -> bool:
    """Say whether a zone is the button of a value of a premise."""
    closed = (cell.cell_contents for cell in zone.act.__closure__ or ())
    return any(value in getattr(act, "args", ()) for act in closed)


def seconds(text: str) -> int:
    """Read minutes and seconds."""
    found = 0
    for part in text.split(":"):
        found = 60 * found + int(part)
    return found


@pytest.mark.parametrize("lasts", [20, pytest.param(120, marks=pytest.mark.masses)])
def test_random_input_leads_to_no_traceback_and_no_growth(hands, lasts):
    """Play on the window like a child: keys, clicks, drags, the wheel, sizes."""
    import psutil

    dice = random.Random(7)
    keys = [key for key, name in bound().items() if name not in ("quit", "film", "figure", "screenshot")]
    assert set(bound().values()) <= set(COMMANDS)
    process = psutil.Process(hands.process.pid)
    memory = []
    begun = time.monotonic()
    while (now := time.monotonic() - begun) < lasts:
        where = [dice.randrange(SIZE[0]), dice.randrange(SIZE[1])]
        match dice.randrange(6):
            case 0 | 1:
                hands.do("key", *dice.choices(keys, k=6))
            case 2:
                hands.click(where)
            case 3:
                hands.do(
                    "mousemove",
                    *where,
                    "mousedown",
                    dice.choice((1, 2)),
                    "mousemove",
                    *where[::-1],
                    "mouseup",
                    1,
                    "mouseup",
                    2,
                )
            case 4:
                hands.do("mousemove", *where, "click", "--repeat", 4, dice.choice((4, 5)))
            case 5:
                hands.do("windowsize", hands.window, dice.randrange(300, 1200), dice.randrange(200, 780))
        assert hands.process.poll() is None, hands.process.communicate()[1]
        if now > lasts / 3:
            memory.append(process.memory_info().rss)
    hands.do("key", "Escape", "q")  # where words are looked for, q is one of them
    assert hands.ends() == (0, "")
    grown = np.mean(memory[-10:]) - np.mean(memory[:10])
    assert grown < 60e6, f"{grown / 1e6:.0f} MB more"
