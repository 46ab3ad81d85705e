"""What a seat observes, beside what observed.py says of each block: its size, its secrets, the state."""

import numpy as np
import pytest

from hustings.envs import die_macher_v0
from hustings.envs.die_macher import GAME

from . import playing as p


@pytest.mark.rule("MAC-14.5")
def test_the_state_has_everything_hidden_things_too():
    raw = die_macher_v0.raw_env(num_players=3, seed=1, ask_forced=True)
    raw.reset()
    fields = [field for field in GAME.table_fields if field.name not in ("seed", "draws")]
    assert raw.state().shape == (sum(int(np.prod(field.shape)) for field in fields),) == raw.state_space.shape
    before = raw.state()
    raw.games.tables["bid"][0, 1] = 150
    changed = np.flatnonzero(raw.state() != before)
    assert raw.state()[changed].tolist() == [0.5]
    assert raw.state_space.contains(raw.state())


@pytest.mark.rule("MAC-14.6", "MAC-14.15")
@pytest.mark.parametrize(
    ("phase", "one", "other", "options"),
    [
        ("SHEET", "o1.1 r0 r0 r0 o2.1", "o1.2 r3 r3 r3 o2.1", {}),
        ("SHEET", "o1.1 r0 r0 r0 o2.3 r1 r2", "o1.1 r0 r0 r0 o2.3 r2 r3", {}),
        ("START_BID", "0", "9", {}), ("POLL_BID", "0", "9", {"poll_auction": "blind"}),
        ("PLACE_LOBBY", "A - - -", "B - - -", {}), ("DISCARD", "-eur", "-hea", {}),
        ("CONTRIBUTION", "a1", "x5", {}), ("CONTRIBUTION", "x1", "x5", {"contribution": "in_turn"}),
    ],
)  # fmt: skip
def test_a_choice_is_seen_by_nobody_else_before_all_have_chosen(phase, one, other, options):
    """Observations, boards, events and masks of the others are the same whatever was chosen."""
    alike, round_number, hands = [], int(phase != "SHEET"), {0: "-eur -hea -spe"}
    for who in range(3):
        shown = []
        for words in (one, other):
            game = p.dealt(**options).lay(
                phase, round_number=round_number, hands=hands, programmes={0: p.FIVE}
            )
            told = game.told(f"0 {words}", seat=who)
            masks = game.fact("legal") if phase != "DISCARD" else None
            shown.append((told, game.games.observe(seat=who).tolist(), game.games.board(0, who), masks))
        alike.append(shown[0] == shown[1])
    assert alike == [False, True, True]


@pytest.mark.rule("MAC-14.4")
def test_sizes_of_the_observation():
    assert [p.deal(players).observation_size for players in (3, 4, 5)] == [750, 843, 936]
    blocks = [block.name for block in GAME.observation(4)]
    assert (blocks[0], blocks[-1]) == ("phase", "contribution")
