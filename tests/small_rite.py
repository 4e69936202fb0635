"""A court small enough to reckon by hand: four stations, a pillar, a flight of steps, a few people."""

from __future__ import annotations

from pathlib import Path

from courtyard3d.courtyard import Courtyard

LAYOUT = """
rite: small
title: {hans: 小礼, en: small rite}
sections: [one]
premises: {hall: {one_of: [xu, xiang], default: xu}}
quantities: {gap: {is: 0 chi, status: supplied, why: test}}
objects:
  hall:
    kind: hall
    labels: {hans: 堂, en: hall}
    statements: [{at: origin}]
    measures:
      frame: {is: 四丈, status: supplied, why: test}
      depth: {is: 四丈, status: supplied, why: test}
      width: {is: 六丈, status: supplied, why: test}
      floor: {is: 三尺, status: supplied, why: test}
  platform:
    kind: platform
    labels: {hans: 堂基, en: platform}
    statements:
      - {in_line_with: hall, axis: east-west, status: supplied, why: test}
      - {north_of: hall.front, by: 二丈, status: supplied, why: test}
      - {above: ground, by: 0 chi, status: supplied, why: test}
    measures:
      width: {is: 六丈, status: supplied, why: test}
      depth: {is: 四丈, status: supplied, why: test}
      height: {is: 三尺, status: supplied, why: test}
  pillar:
    kind: pillar
    labels: {hans: 楹, en: pillar}
    statements: [{west_of: hall, by: 一丈, status: supplied, why: test}, {north_of: hall.front, by: 一丈, status: supplied, why: test}]
    measures: {height: {is: 一丈, status: supplied, why: test}}
  steps:
    kind: flight
    labels: {hans: 阶, en: steps}
    statements:
      - {west_of: hall, by: 二丈, status: supplied, why: test}
      - {south_of: hall.front, by: run / 2, status: supplied, why: test}
      - {above: ground, by: 0 chi, status: supplied, why: test}
    measures:
      treads: {is: "5", status: supplied, why: test}
      height: {is: hall.floor, status: supplied, why: test}
  a:
    kind: station
    labels: {hans: 甲位, en: place a}
    facing: {to: north, status: supplied, why: test}
    statements: [{south_of: hall.front, by: 二丈, status: supplied, why: test}]
  b:
    kind: station
    labels: {hans: 乙位, en: place b}
    statements: [{east_of: a, by: 一丈, status: supplied, why: test}]
  c:
    kind: station
    labels: {hans: 丙位, en: place c}
    statements: [{south_of: b, by: 一丈, status: supplied, why: test}]
  d:
    kind: station
    labels: {hans: 丁位, en: place d}
    statements: [{west_of: a, by: 二丈, status: supplied, why: test}]
  on-hall:
    kind: station
    labels: {hans: 堂上, en: on the hall}
    statements: [{east_of: hall, by: 一丈, status: supplied, why: test}, {north_of: hall.front, by: 一丈, status: supplied, why: test}]
  spare:
    kind: goblet
    labels: {hans: 觯, en: goblet}
    statements: [{south_of: b, by: 二尺, status: supplied, why: test}]
people:
  one: {kind: man, side: host, starts: a, labels: {hans: 甲, en: One}, kit: [bow, arrow x 4, thumb-ring, arm-guard, shoes]}
  two: {kind: man, side: guest, starts: c, labels: {hans: 乙, en: Two}}
  three: {kind: man, side: guest, starts: d, labels: {hans: 丙, en: Three}}
groups:
  duo: {upper: one, lower: two, labels: {hans: 耦, en: the pair}}
  solo: {upper: three, lower: two, labels: {hans: 次耦, en: the second pair}}
  duos: {members: [duo, solo], labels: {hans: 众耦, en: the pairs}}
  all: {members: [one, two, three], labels: {hans: 众人, en: all}}
"""

HEAD = "section: one\ntitle: {hans: 一, en: One}\nstatus: supplied\n"


def small_rite(
    folder: Path,
    acts: str,
    procedures: str = "",
    layout: str = LAYOUT,
    counted: bool = False,
    **opening: object,
) -> Courtyard:
    """Write the small rite with these acts into a folder and open it.

    `acts` are the entries (a YAML list), `procedures` the same of procedures.
    """
    head = f"{HEAD}counted: yes\n" if counted else HEAD
    (folder / "acts").mkdir(exist_ok=True)
    (folder / "layout.yaml").write_text(layout, encoding="utf-8")
    body = "".join(f"  {line}\n" for line in acts.strip().splitlines())
    (folder / "acts" / "one.yaml").write_text(f"{head}acts:\n{body}", encoding="utf-8")
    if procedures:
        body = "".join(f"  {line}\n" for line in procedures.strip().splitlines())
        (folder / "acts" / "procedures.yaml").write_text(
            f"status: supplied\nprocedures:\n{body}", encoding="utf-8"
        )
    return Courtyard(folder / "layout.yaml", **opening)  # type: ignore[arg-type]
