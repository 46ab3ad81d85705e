"""The form of play: decisions, hidden information, observations, and what is refused."""

import numpy as np
import pytest
from revolution import (
    BOX,
    card,
    deal,
    display,
    field,
    lay,
    legal,
    pass_turn,
    phase,
    place,
    play,
    play_card,
    province,
    stack,
    stack_of,
    tie,
    to,
)
from revolution_play import random_actions

from hustings.envs import liberte_v0
from hustings.envs.core.errors import BoxError, IllegalAction
from hustings.envs.liberte import GAME
from hustings.envs.liberte.actions import (
    ACTIONS,
    BLOCKS,
    CANNON,
    CARD,
    DECK,
    DISCARD_CARD,
    DISPLAY_CARD,
    EXCHANGE,
    FACE_UP_CARD,
    PASS,
    STACK,
)
from hustings.envs.liberte.box import ANYWHERE, CLUB, GENERAL
from hustings.envs.liberte.table import (
    BLUE,
    CARDS,
    DISCARDED,
    DISPLAY,
    FACE_UP_ROW,
    HAND,
    IN_BOX,
    IN_DECK,
    IN_SET_B,
    PLAYED,
    PROVINCES,
    RED,
    WHITE,
    Phase,
    Tie,
)

ROW = ["Danton", "Necker", "Talleyrand"]

# --- Decisions -----------------------------------------------------------------------------------


@pytest.mark.rule("LIB-9.1")
def test_forced_decisions_are_asked_only_on_demand():
    """The display is full and no special card is in hand: after its last block a card goes its way."""
    shown = ["Bailly", "Maury", "Sade", "Volney"]
    asked, unasked = deal(3), deal(3, ask_forced=False)
    for games in (asked, unasked):
        lay(games, hands=[["Froment"], [], []], displays=[shown, [], []], face_up=ROW)
        play(games, (0, play_card("Froment")), (0, to("Gascony")))
    assert (phase(unasked), unasked.seat[0]) == (Phase.ACTION, 1)
    assert (phase(asked), legal(asked)) == (Phase.KEEP, {DISCARD_CARD})
    play(asked, (0, DISCARD_CARD))
    assert (phase(asked), legal(asked)) == (Phase.AFTER, {PASS})
    play(asked, (0, PASS))
    assert asked.tables.tobytes() == unasked.tables.tobytes()


@pytest.mark.rule("LIB-9.1")
def test_a_block_with_one_place_to_go_is_placed_without_asking():
    stacks = {name: {1: "W", 2: "B", 3: "R"} for name in ("Berry", "Limousin", "Auvergne")}
    games = deal(4, ask_forced=False)
    lay(games, hands=[["Couthon"], [], [], []], stacks=stacks)
    play(games, (0, play_card("Couthon")))
    assert (phase(games), stack(games, "Bourbonnais", 0)) == (Phase.KEEP, "RR")


@pytest.mark.rule("LIB-9.2")
def test_an_action_is_one_decision_after_another():
    games = deal(3)
    hands = [["Lafayette", "Terror"], [], []]
    lay(
        games,
        turn=2,
        government=RED,
        presence=[1, 0, 0],
        hands=hands,
        displays=[[], ["Danton"], []],
        stacks={"Paris": {1: "R", 2: "W"}},
    )
    play(games, (0, play_card("Lafayette")))
    assert (phase(games), legal(games)) == (Phase.MODE, {BLOCKS, CANNON})
    play(games, (0, BLOCKS))
    centre = {to(name) for name in ("Berry", "Limousin", "Auvergne", "Bourbonnais")}
    assert (phase(games), legal(games)) == (Phase.PLACE, centre)
    play(games, (0, to("Berry")))
    assert (phase(games), legal(games)) == (Phase.PLACE, centre)
    play(games, (0, to("Limousin")))
    assert (phase(games), legal(games)) == (Phase.KEEP, {DISPLAY_CARD, DISCARD_CARD})
    play(games, (0, DISPLAY_CARD))
    assert (phase(games), legal(games)) == (Phase.AFTER, {PASS, play_card("Terror")})
    play(games, (0, play_card("Terror")))
    assert (phase(games), legal(games)) == (Phase.TARGET_PROVINCE, {PASS, to("Paris")})
    play(games, (0, to("Paris")))
    assert (phase(games), legal(games)) == (Phase.TARGET_STACK, {stack_of(1), stack_of(2)})
    play(games, (0, stack_of(1)))
    hit = {PASS, play_card("Danton"), play_card("Lafayette")}
    assert (phase(games), legal(games)) == (Phase.TARGET_CARD, hit)
    play(games, (0, play_card("Danton")))
    assert (phase(games), games.seat[0]) == (Phase.ACTION, 1)


@pytest.mark.rule("LIB-9.2")
def test_a_draw_with_nine_cards_is_four_decisions():
    nine = ["Bailly", "Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Mounier", "Romme"]
    games = deal(3)
    lay(games, hands=[nine, [], []], face_up=ROW)
    assert {EXCHANGE, DECK} & legal(games) == {EXCHANGE}
    play(games, (0, EXCHANGE))
    assert (phase(games), legal(games)) == (Phase.EXCHANGE, {play_card(name) for name in nine})
    play(games, (0, play_card("Sade")), (0, play_card("Ducos")))
    assert (phase(games), legal(games)) == (Phase.DRAW, {DECK, *range(FACE_UP_CARD, FACE_UP_CARD + 3)})
    play(games, (0, FACE_UP_CARD + 1))
    assert (place(games, "Danton"), games.seat[0]) == (HAND, 1)
    assert field(games, "hand_size") == [8, 0, 0]


@pytest.mark.rule("LIB-9.3")
def test_stacks_are_named_by_the_distance_of_their_owners():
    for seat in range(4):
        games = deal(4)
        hands = [[] for _ in range(4)]
        hands[seat] = ["Religious Problems"]
        order = [(seat + k) % 4 for k in range(4)]
        lay(games, order=order, hands=hands, stacks={"Paris": {1: "R", 2: "RR", 3: "BBB"}})
        play(games, (seat, play_card("Religious Problems")), (seat, to("Paris")))
        assert legal(games) == {stack_of((owner - seat) % 4) for owner in (1, 2, 3)}
        play(games, (seat, stack_of((2 - seat) % 4)))
        assert [stack(games, "Paris", i) for i in range(4)] == ["", "R", "R", "BBB"]


@pytest.mark.rule("LIB-9.11")
def test_only_the_tied_who_have_a_suitable_card_are_asked():
    """All four are level in Maine; 0 shows no blue card and 2 shows nothing; 1 and 3 are asked."""
    games = deal(4)
    displays = [["Danton"], ["Bailly"], [], ["Sade", "Maury"]]
    stacks = {"Maine": {0: "B", 1: "B", 3: "R"}, "Berry": {2: "W"}}
    lay(games, displays=displays, stacks=stacks, order=[3, 2, 1, 0])
    while phase(games) != Phase.TIE:
        games.step([PASS])
    assert (tie(games), games.seat[0], legal(games)) == (Tie.PROVINCE, 3, {PASS, play_card("Sade")})
    play(games, (3, play_card("Sade")))
    assert (games.seat[0], legal(games)) == (1, {PASS, play_card("Bailly")})
    view, chosen = games.observe(seat=1)[0], GAME.observation(4)["chosen"]
    assert view[chosen.start : chosen.stop].tolist() == pytest.approx([0, 0, 1 / 3, 0])
    play(games, (1, play_card("Bailly")))
    assert field(games, "collected")[BLUE][1] == 1


@pytest.mark.rule("LIB-9.8")
def test_what_is_not_legal_is_refused_and_changes_nothing():
    games = deal(3, num_games=3, seed=5, ask_forced=False)
    before = games.tables.tobytes()
    illegal = int(np.flatnonzero(~games.legal[1])[0])
    actions = games.legal.argmax(axis=1)
    actions[1] = illegal
    with pytest.raises(IllegalAction, match=f"game 1, seat .*, phase ACTION: action {illegal} "):
        games.step(actions)
    for wrong in (-1, ACTIONS.size):
        actions[1] = wrong
        with pytest.raises(IllegalAction, match="game 1"):
            games.step(actions)
    assert games.tables.tobytes() == before


@pytest.mark.rule("LIB-9.8")
def test_every_action_that_is_not_legal_is_refused():
    games = deal(3)
    lay(games, hands=[["Sade"], [], []], face_up=ROW)
    play(games, (0, play_card("Sade")))
    allowed = legal(games)
    assert allowed == {to(name) for name in ("Normandy", "Orléanais", "Artois-Flanders", "Picardy", "Paris")}
    for action in set(range(ACTIONS.size)) - allowed:
        with pytest.raises(IllegalAction):
            games.step([action])
    assert phase(games) == Phase.PLACE


@pytest.mark.rule("LIB-9.10")
@pytest.mark.parametrize(("players", "size"), [(3, 0), (4, 1), (5, 2), (6, 3)])
def test_one_action_space_for_all_numbers_of_players(players, size):
    games = deal(players, ask_forced=False)
    assert games.num_actions == ACTIONS.size == 156
    first = GAME.observation(3).size
    each = (GAME.observation(6).size - first) // 3
    assert games.observation_size == first + size * each
    assert ACTIONS.size - STACK == 6


# --- Hidden information --------------------------------------------------------------------------


@pytest.mark.rule("LIB-9.5")
def test_which_cards_all_know_to_be_in_a_hand():
    games = deal(3)
    lay(games, hands=[["Sade"], ["Bailly"], []], face_up=ROW, displays=[["Maury"], [], []], turn=1)
    known = games.tables["known"][0]
    taken = int(games.tables["face_up"][0, 1])
    play(games, (0, FACE_UP_CARD + 1), (1, DECK))
    drawn = [c for c in range(1, CARDS + 1) if games.tables["place"][0, c] == HAND + 1]
    assert np.flatnonzero(known).tolist() == [taken]  # not the card from the deck, nor those dealt
    assert len(drawn) == 2
    play(games, (2, PASS), (0, CARD + taken), *unplaced(games, taken))
    assert known.sum() == 0  # a card that is played is no longer in the hand
    pass_turn(games)
    assert np.flatnonzero(games.tables["known"][0]).tolist() == [card("Maury")]
    assert games.tables["place"][0, card("Maury")] == HAND


def unplaced(games, number):
    """The rest of the action with which a card goes to the discards."""
    region = int(BOX["card_region"][0, number])
    first = int(BOX["region_first"][0, region])
    blocks = int(BOX["card_value"][0, number])
    return [(0, to_number(first)) for _ in range(blocks)] + [(0, DISCARD_CARD), (0, PASS)]


def to_number(number: int) -> int:
    return to("Brittany") + number


@pytest.mark.rule("LIB-9.5")
def test_a_known_card_that_is_discarded_is_unknown_when_it_is_drawn_again():
    games = deal(3)
    nine = ["Bailly", "Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Mounier", "Romme"]
    lay(games, hands=[nine, [], []], deck=[], face_up=[])
    games.tables["known"][0, card("Sade")] = 1
    play(games, (0, EXCHANGE), (0, play_card("Sade")))
    assert place(games, "Sade") == FACE_UP_ROW  # all else being empty, it makes a deck and is turned up
    assert games.tables["known"][0].sum() == 0
    play(games, (0, play_card("Maury")), (0, FACE_UP_CARD))
    assert (place(games, "Sade"), games.tables["known"][0, card("Sade")]) == (HAND, 1)


@pytest.mark.rule("LIB-9.6", "LIB-9.5")
@pytest.mark.parametrize("players", [3, 6])
def test_a_redeal_keeps_what_a_seat_knows_and_nothing_else(players):
    games = deal(players, num_games=24, seed=4, ask_forced=False)
    other = deal(players, num_games=24, seed=4, ask_forced=False)
    rng = np.random.default_rng(1)
    moved = known = 0
    for step in range(240):
        games.step(random_actions(games, rng))
        if step % 12:
            continue
        before, on_turn = games.tables.copy(), games.seat
        kept = [n for n in before.dtype.names if n not in ("seed", "draws", "place")]
        seen_before = {who: games.observe(seat=who) for who in range(players)}
        masks = games.legal
        for who in range(players):
            games.redeal(who, seed=step)
            dealt = games.tables.copy()
            for name in kept:
                assert (dealt[name] == before[name]).all(), name
            hidden = (before["place"] == IN_DECK) | (
                (before["place"] >= HAND)
                & (before["place"] < DISPLAY)
                & (before["place"] != HAND + who)
                & (before["known"] == 0)
            )
            assert (dealt["place"] == before["place"])[~hidden].all()
            moved += (dealt["place"] != before["place"]).sum()
            known += before["known"].sum()
            # As many cards of each shuffle of the deck lie in each hand and in the deck as before.
            for shuffle in range(int(before["shuffles"].max()) + 1):
                for where in (IN_DECK, *range(HAND, HAND + players)):
                    of_it = before["shuffle"] == shuffle
                    count = ((before["place"] == where) & of_it & hidden).sum(axis=1)
                    assert (((dealt["place"] == where) & of_it & hidden).sum(axis=1) == count).all()
            assert (games.observe(seat=who) == seen_before[who]).all()
            # What the others may do hangs on their hands, which are dealt afresh.
            assert (games.legal[on_turn == who] == masks[on_turn == who]).all()
            other.tables = games.tables
            other.redeal(who, seed=step + 1)
            games.tables = before
            games.redeal(who, seed=step + 1)
            assert games.tables.tobytes() == other.tables.tobytes()
            games.tables = before
    assert moved > 1000
    assert known > 1000


@pytest.mark.rule("LIB-9.6")
def test_a_redeal_is_uniform_over_the_cards_not_seen():
    """Of eight unseen cards of one shuffle three are in hand 1, two in hand 2 and three in the deck."""
    games = deal(3, num_games=20_000)
    eight = ["Bailly", "Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Mounier"]
    hands = [["Danton"], [*eight[:3], "Necker"], [*eight[3:5], "Talleyrand"]]
    lay(games, hands=hands, deck=eight[5:], face_up=[])
    games.tables["known"][0, [card("Necker"), card("Talleyrand")]] = 1
    games.tables[:] = games.tables[0]
    games.redeal(0, seed=3)
    places = games.tables["place"]
    for name in eight:
        where = places[:, card(name)]
        shares = [(where == w).mean() for w in (HAND + 1, HAND + 2, IN_DECK)]
        np.testing.assert_allclose(shares, [3 / 8, 2 / 8, 3 / 8], atol=0.015)
    both = (places[:, card("Bailly")] == HAND + 1) & (places[:, card("Maury")] == HAND + 1)
    assert both.mean() == pytest.approx(3 / 8 * 2 / 7, abs=0.015)
    assert (places[:, card("Necker")] == HAND + 1).all()
    assert (places[:, card("Talleyrand")] == HAND + 2).all()
    assert (places[:, card("Danton")] == HAND).all()


@pytest.mark.rule("LIB-9.6")
def test_cards_of_one_shuffle_do_not_mix_with_those_of_another():
    """1 has held two cards since set A; a third came from the deck that is in use now."""
    games = deal(3)
    lay(games, hands=[[], ["Bailly", "Maury", "Fouché"], ["Sade", "Hoche"]], deck=["Murat"], face_up=[])
    shuffle = games.tables["shuffle"][0]
    shuffle[[card("Fouché"), card("Hoche"), card("Murat")]] = 1
    table = games.tables.copy()
    dealt = set()
    for seed in range(60):
        games.tables[:] = table
        games.redeal(0, seed=seed)
        hand = games.tables["place"][0] == HAND + 1
        dealt.add(tuple(np.flatnonzero(hand).tolist()))
        assert (hand & (games.tables["shuffle"][0] == 1)).sum() == 1
    names = [("Bailly", "Maury"), ("Bailly", "Sade"), ("Maury", "Sade")]
    new = ("Fouché", "Hoche", "Murat")
    assert dealt == {tuple(sorted(card(c) for c in (*old, late))) for old in names for late in new}
    games.tables[:] = table
    unknown = block(games, 0, "unknown")
    assert {n for n in range(1, CARDS + 1) if unknown[n - 1] == 0.75} == {
        card(c) for c in ("Bailly", "Maury", "Sade")
    }
    assert {n for n in range(1, CARDS + 1) if unknown[n - 1] == 0.5} == {card(c) for c in new}


@pytest.mark.rule("LIB-9.6")
def test_a_redeal_reseeds_chance_and_leaves_set_b_alone():
    games = deal(3, seed=2, ask_forced=False)
    set_b = games.tables["place"][0] == IN_SET_B
    assert set_b.sum() == 53
    drawn = set()
    table = games.tables.copy()
    for seed in range(12):
        games.tables = table
        games.redeal(seed=seed)
        assert ((games.tables["place"][0] == IN_SET_B) == set_b).all()
        assert (games.tables["draws"] == 0).all()
        who = int(games.seat[0])
        hand = games.tables["place"][0] == HAND + who
        games.step([DECK])
        drawn.add(int(np.flatnonzero((games.tables["place"][0] == HAND + who) & ~hand)[0]))
    assert len(drawn) > 4


@pytest.mark.rule("LIB-9.5")
def test_all_hands_are_shown_at_the_end():
    games = deal(3, seed=3, ask_forced=False)
    rng = np.random.default_rng(0)
    while not games.over[0]:
        games.step(random_actions(games, rng))
    place_of = games.tables["place"][0]
    in_hand = (place_of >= HAND) & (place_of < DISPLAY)
    assert in_hand.any()
    assert (games.tables["known"][0] == in_hand).all()


# --- Observations --------------------------------------------------------------------------------


def block(games, seat: int, name: str, row: int = 0) -> np.ndarray:
    """One block of what a seat observes."""
    where = GAME.observation(games.num_players)[name]
    return games.observe(seat=seat)[row, where.start : where.stop]


@pytest.mark.rule("LIB-9.3", "LIB-9.4")
def test_observations_begin_with_the_own_seat():
    games = deal(5)
    lay(
        games,
        turn=2,
        government=BLUE,
        order=[3, 1, 0, 4, 2],
        vp=[0, 2, 4, 6, 8],
        cannons=[1, 2, 3, 4, 5],
        presence=[1, 0, 1, 0, 0],
        hands=[["Sade"], ["Bailly", "Maury"], [], [], []],
        displays=[[], [], ["Danton"], [], []],
        stacks={"Paris": {0: "WWW", 4: "RR"}, "Maine": {2: "B"}},
    )
    paris, maine = province("Paris"), province("Maine")
    for who in range(5):
        seats = [(who + k) % 5 for k in range(5)]
        assert (block(games, who, "vp") * 48).round().tolist() == [2 * i for i in seats]
        assert (block(games, who, "cannons") * 16).tolist() == [i + 1 for i in seats]
        assert (block(games, who, "hand_size") * 20).round().tolist() == [[1, 2, 0, 0, 0][i] for i in seats]
        assert block(games, who, "presence").tolist() == [float(i in (0, 2)) for i in seats]
        assert (block(games, who, "turn_place") * 6).round().tolist() == [[2, 1, 4, 0, 3][i] for i in seats]
        assert block(games, who, "on_turn").tolist() == [float(i == 3) for i in seats]
        free = [18 - 1 - 1 - 1, 18 - 2, 18 - 3 - 1 - 1, 18 - 4, 18 - 5 - 1]
        assert (block(games, who, "tokens") * 20).round().tolist() == [free[i] for i in seats]
        heights = {(0, paris, WHITE): 3, (2, maine, BLUE): 1, (4, paris, RED): 2}
        seen = block(games, who, "stacks").reshape(5, PROVINCES, 4) * 4 - 1
        assert {(seats[a], int(b), int(c)): seen[a, b, c] for a, b, c in np.argwhere(seen > 0)} == heights
        assert (seen[:, :, 0] == 0).sum() == 5 * PROVINCES - 3
        cards = block(games, who, "cards").reshape(5, CARDS)
        assert np.argwhere(cards).tolist() == [[(2 - who) % 5, card("Danton") - 1]]
        own = {0: ["Sade"], 1: ["Bailly", "Maury"]}.get(who, [])
        assert np.flatnonzero(block(games, who, "hand")).tolist() == sorted(card(n) - 1 for n in own)


ONE = {
    "round": ("rounds", 60),
    "acted": ("acted", 1),
    "idle_rounds": ("idle_rounds", 2),
    "closing": ("closing", 1),
    "lost_battles": ("lost_battles", 4),
    "battle_blocks": ("battle_blocks", 4),
    "deck": ("deck_cards", 110),
    "shuffles": ("shuffles", 32),
    "voting": ("voting", 30),
    "blocks_left": ("blocks_left", 3),
    "cards_played": ("cards_played", 2),
    "second_card": ("second_card", 1),
    "special_used": ("special_used", 1),
    "stack_removed": ("stack_removed", 1),
    "to_discard": ("to_discard", 2),
    "tie_round": ("tie_round", 16),
}
COLOURED = {
    "stock": ("stock", 40),
    "votes": ("votes", 32),
    "tied_colour": ("tied_colour", 1),
    "tied_before": ("tied_before", 1),
    "strength": ("strength", 18),
}
EACH = {
    "vp": ("vp", 48),
    "hand_size": ("hand_size", 20),
    "cannons": ("cannons", 16),
    "presence": ("presence", 1),
    "contender": ("contender", 1),
    "fell": ("fell", 32),
}


@pytest.mark.rule("LIB-9.4", "LIB-9.5", "LIB-9.3")
@pytest.mark.block("own_lead", "level", "leads", "reach", "outlook")
@pytest.mark.block("royalist", "prize", "blocks", "best_card", "generals")
@pytest.mark.parametrize("options", [{}, {"valley_rules": True, "tokens": "unlimited"}])
def test_the_observation_is_the_table(options):
    """Block by block, in whole games at random; every block is seen filled."""
    players, games = 5, deal(5, num_games=30, seed=3, ask_forced=False, **options)
    rng = np.random.default_rng(0)
    layout = GAME.observation(players)
    filled = set()
    step = 0
    while not games.over.all():
        games.step(random_actions(games, rng, 0.8))
        step += 1
        if step % 7:
            continue
        t, who = games.tables, step % players
        view = games.observe(seat=who)
        seats = [(who + k) % players for k in range(players)]
        checked = set()

        def same(name, scale, values, view=view, checked=checked):
            seen = view[:, layout[name].start : layout[name].stop]
            values = np.asarray(values, float).reshape(len(seen), -1)
            np.testing.assert_allclose(seen * scale, np.minimum(values, scale), atol=1e-4, err_msg=name)
            checked.add(name)
            if values.any():
                filled.add(name)

        for name, (source, scale) in ONE.items():
            same(name, scale, t[source])
        for name, (source, scale) in COLOURED.items():
            same(name, scale, t[source][:, 1:])
        for name, (source, scale) in EACH.items():
            same(name, scale, t[source][:, seats])
        same("phase", 1, t["phase"][:, None] == np.arange(14))
        same("tie", 1, t["tie"][:, None] == np.arange(1, 8))
        same("ending", 1, t["ending"][:, None] == np.arange(1, 4))
        same("turn", 1, t["turn"][:, None] == np.arange(1, 5))
        kind = BOX["card_kind"][0][t["special"]]
        same("special", 1, kind[:, None] == np.arange(CLUB + 1, CLUB + 7))
        same("government", 1, t["government"][:, None] == np.arange(1, 4))
        same("opposition", 1, t["opposition"][:, None] == np.arange(1, 4))
        same("set_b", 1, (t["place"] == IN_SET_B).any(axis=1))
        same("collected", 16, t["collected"][:, 1:][:, :, seats].transpose(0, 2, 1))
        stacks = np.where(t["colour"][..., None] == np.arange(4), 1 + t["height"][..., None], 0)[:, :, seats]
        same("stacks", 4, stacks.transpose(0, 2, 1, 3))
        same("on_turn", 1, t["seat"][:, None] == np.array(seats))
        at = np.argsort(t["order"][:, :players], axis=1)[:, seats]
        same("turn_place", 6, at)
        used = (t["height"] > 0).sum(axis=1)[:, seats] + t["cannons"][:, seats] + t["presence"][:, seats]
        tokens = np.full_like(used, 20) if options else np.maximum(18 - used, 0)
        same("tokens", 20, tokens)
        same("chosen", 3, BOX["card_value"][0][t["chosen"][:, seats]])
        where = t["place"][:, 1:]
        same("hand", 1, where == HAND + who)
        same("face_up", 1, t["face_up"][:, :, None] == np.arange(1, CARDS + 1))
        same("discarded", 1, (where == DISCARDED) * 1.0 - (where == FACE_UP_ROW))
        same("played", 1, (where == PLAYED) * 1.0 - (where == IN_BOX))
        known = t["known"][:, 1:] == 1
        in_hand = (where >= HAND) & (where < DISPLAY)
        age = t["shuffles"][:, None].astype(int) - t["shuffle"][:, 1:]
        unknown = np.where((where == IN_DECK) | (in_hand & ~known), 1 - 0.5 / (1 + age), 0)
        same("unknown", 1, unknown - known - 0.5 * (where == IN_SET_B))
        cards = view[:, layout["cards"].start : layout["cards"].stop].reshape(len(t), players, CARDS)
        for k, i in enumerate(seats):
            chosen = t["chosen"][:, i, None] == np.arange(1, CARDS + 1)
            expected = (where == DISPLAY + i) * 1.0 - ((where == HAND + i) & known) + 0.5 * chosen
            np.testing.assert_allclose(cards[:, k], expected)
        checked.add("cards")
        filled.add("cards")
        pointed = np.zeros((len(t), PROVINCES))
        for row in np.flatnonzero(t["phase"] == Phase.TARGET_STACK):
            pointed[row, t["target"][row]] = 1
        for row in np.flatnonzero(t["tie"] == Tie.PROVINCE):
            pointed[row, t["voting"][row]] = 1  # provinces are numbered in the order of the election
        same("province", 1, pointed)
        for name, (scale, values) in derived(t, who, seats, options).items():
            same(name, scale, values)
        assert checked == {b.name for b in layout}
    assert {b.name for b in layout} - filled <= RARE | (set() if options else {"second_card"})


def derived(t, who, seats, options):
    """What the derived blocks should say, times their scale: worked out from all provinces at once."""
    box = BOX[0]
    height, colour = t["height"][:, :, seats].astype(int), t["colour"][:, :, seats]
    others = np.stack([np.delete(height, k, axis=2).max(axis=2) for k in range(len(seats))], axis=2)
    top = height.max(axis=2, keepdims=True)
    leading = (height == top) & (top > 0)
    alone, level = height > others, (height == others) & (height > 0)
    ways = np.stack([alone, level], axis=3)
    by_colour = colour[..., None] == np.arange(1, 4)
    paris = np.arange(PROVINCES)[:, None] == box["paris"]
    votes = np.where(paris, height, 1)[..., None, None] * by_colour[..., None] * ways[..., None, :]
    royal = (box["cr"][:, None] == 1) & (colour == WHITE)
    prizes = alone * np.where(t["turn"] >= box["province_vp_from"], 1, 0)[:, None, None]
    shown = t["display"][:, seats]
    value = np.where(
        box["card_colour"][shown][..., None] == np.arange(1, 4), box["card_value"][shown][..., None], 0
    )
    own, best = height[:, :, 0], others[:, :, 0]
    return {
        "own_lead": (4, own - best - 0.5 * ((own == best) & (own > 0))),
        "level": (2, np.maximum(leading.sum(axis=2) - 1, 0)),
        "leads": (1, (leading[..., None] & by_colour).any(axis=2)),
        "reach": (PROVINCES, reach(t, who, own, best, options)),
        "outlook": (16, votes.sum(axis=1)),
        "royalist": (16, (ways & royal[..., None]).sum(axis=1)),
        "prize": (16, (prizes * box["province_vp"][:, None]).sum(axis=1)),
        "blocks": (32, height.sum(axis=1)),
        "best_card": (3, value.max(axis=2)),
        "generals": (3, (box["card_silhouette"][shown] == GENERAL).sum(axis=2)),
    }


def reach(t, who, own, best, options):
    """(games, cards, 3): provinces in which a card of `who` takes the lead, draws level, makes it safer."""
    box = BOX[0]
    stacks = (t["height"] > 0).sum(axis=2)
    used = (own > 0).sum(axis=1) + t["cannons"][:, who] + t["presence"][:, who]
    free = (used < 18)[:, None] | bool(options)
    region, colour = box["card_region"][1:, None], box["card_colour"][1:, None]
    near = ((region == box["province_region"]) | (region == ANYWHERE)) & (
        np.arange(PROVINCES) < box["provinces"]
    )
    in_hand = (t["place"][:, 1:] == HAND + who) & (box["card_colour"][1:] > 0)
    grows = (own < box["stack_height"])[:, None] & (t["colour"][:, None, :, who] == colour)
    may = np.where((own > 0)[:, None], grows, (free & (stacks < box["stacks"]))[:, None])
    may = may & near & in_hand[:, :, None]
    effects = [(own == best), (own + 1 == best), own > best]
    return np.stack([(may & effect[:, None]).sum(axis=2) for effect in effects], axis=2)


RARE = {"idle_rounds", "to_discard", "fell"}


@pytest.mark.rule("LIB-9.4")
def test_what_is_rare_at_random_is_observed_too():
    nine = ["Bailly", "Maury", "Sade", "Volney", "Duport", "Ducos", "Virieu", "Mounier", "Romme"]
    games = deal(3)
    lay(games, hands=[nine, [], []], face_up=ROW)
    play(games, (0, PASS), (1, PASS), (2, PASS))
    assert block(games, 2, "idle_rounds") == 0.5
    play(games, (0, EXCHANGE))
    assert block(games, 2, "to_discard") == 1
    play(games, (0, play_card("Sade")))
    assert block(games, 2, "to_discard") == 0.5
    games = deal(3)
    displays = [["Danton", "Sade"], ["Robespierre", "Romme"], ["Ducos"]]
    lay(games, displays=displays, stacks={"Paris": {0: "R", 1: "R", 2: "R"}})
    while phase(games) != Phase.TIE:
        games.step([PASS])
    play(games, (0, play_card("Danton")), (1, play_card("Robespierre")), (2, play_card("Ducos")))
    assert block(games, 1, "fell").tolist() == pytest.approx([0, 5 / 32, 0])  # in round 1 with 1 block
    assert block(games, 1, "tie_round")[0] == pytest.approx(2 / 16)
    assert block(games, 1, "contender").tolist() == [1, 0, 1]


@pytest.mark.rule("LIB-9.4")
def test_discards_and_cards_out_of_the_game_are_seen_by_all():
    games = deal(3)
    lay(
        games,
        hands=[["Guillotine"], [], []],
        discards=["Sade"],
        removed=["Bailly"],
        displays=[[], ["Maury"], []],
    )
    play(games, (0, play_card("Guillotine")), (0, play_card("Maury")))
    for who in range(3):
        gone = {card("Bailly"), card("Maury")}
        thrown = {card("Sade"), card("Guillotine")}
        assert {int(n) + 1 for n in np.flatnonzero(block(games, who, "played") == -1)} == gone
        assert {int(n) + 1 for n in np.flatnonzero(block(games, who, "discarded") == 1)} == thrown


@pytest.mark.rule("LIB-9.13")
def test_which_card_lies_at_which_place_is_observed():
    games = deal(3)
    lay(games, face_up=ROW)
    for names in (ROW, ROW[1:] + ROW[:1]):
        games.tables["face_up"][0] = [card(name) for name in names]
        for who in range(3):
            seen = block(games, who, "face_up").reshape(3, CARDS)
            assert np.argwhere(seen).tolist() == [[at, card(name) - 1] for at, name in enumerate(names)]
        at = names.index("Necker")
        copy = games.tables.copy()
        play(games, (0, FACE_UP_CARD + at))
        assert place(games, "Necker") == HAND
        games.tables[:] = copy


@pytest.mark.rule("LIB-9.4", "LIB-9.6")
def test_how_old_cards_are_that_nobody_knows_is_observed():
    """Everybody has seen which cards went into each shuffle of the deck."""
    games = deal(3)
    lay(games, hands=[["Sade"], ["Bailly", "Maury"], []], deck=["Murat"], face_up=[])
    games.tables["shuffles"] = 2
    games.tables["shuffle"][0, card("Maury")] = 1
    games.tables["shuffle"][0, card("Murat")] = 2
    games.tables["known"][0, card("Bailly")] = 1
    for who in range(3):
        unknown = block(games, who, "unknown")
        assert unknown[card("Murat") - 1] == 0.5
        assert unknown[card("Maury") - 1] == 0.75
        assert unknown[card("Sade") - 1] == pytest.approx(1 - 0.5 / 3)
        assert unknown[card("Bailly") - 1] == -1
        assert block(games, who, "shuffles") == 2 / 32


# --- A box of one's own --------------------------------------------------------------------------


@pytest.mark.rule("LIB-9.9")
def test_a_box_of_ones_own_is_played_and_a_wrong_one_refused(tmp_path):
    text = GAME.box_spec.file.read_text()
    path = tmp_path / "box.toml"

    def changed(old: str, new: str) -> str:
        assert old in text
        path.write_text(text.replace(old, new, 1))
        return str(path)

    height = "[stack_height]\nvalue = "
    games = liberte_v0.batch(1, 3, seed=1, box=changed(height + "3", height + "2"))
    assert games.box["stack_height"][0] == 2
    rng = np.random.default_rng(0)
    highest = 0
    while not games.over[0]:
        games.step(random_actions(games, rng))
        highest = max(highest, int(games.tables["height"].max()))
    assert highest == 2
    with pytest.raises(BoxError, match="stack_height"):
        liberte_v0.batch(1, 3, box=changed(height + "3", height + "9"))
    with pytest.raises(BoxError, match=r"totals\.cards"):
        liberte_v0.batch(1, 3, box=changed("cards = { value = 110,", "cards = { value = 111,"))


@pytest.mark.rule("LIB-9.2")
def test_a_card_between_hand_and_display_is_in_no_pile():
    games = deal(3)
    lay(games, hands=[["Sade"], [], []], face_up=ROW)
    play(games, (0, play_card("Sade")))
    assert field(games, "hand_size") == [0, 0, 0]
    assert (display(games, 0), place(games, "Sade")) == ([], 5)
    for who in range(3):
        assert np.flatnonzero(block(games, who, "played") == 1).tolist() == [card("Sade") - 1]
        assert not block(games, who, "cards").any()
