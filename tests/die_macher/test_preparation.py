"""Preparation: the material, programmes and hands, regions and their opinions, the pool."""

import numpy as np
import pytest

from hustings.envs.die_macher.rules import preparation
from hustings.envs.die_macher.table import IN_DECK, IN_HAND, KINDS, OPEN, POLL_IN_DECK, PROGRAMME_CARDS, Phase

from . import playing as p


@pytest.fixture(scope="module", params=[3, 4, 5])
def dealt(request) -> p.Game:
    """Many games as they are dealt."""
    return p.dealt(request.param, num_games=300, seed=request.param)


# --- The material --------------------------------------------------------------------------------


@pytest.mark.rule(
    "MAC-0.2", "MAC-0.5", "MAC-0.6", "MAC-0.7", "MAC-0.15", "MAC-0.16", "MAC-0.26", "MAC-8.2", "MAC-11.14"
)
def test_what_everybody_starts_with(dealt):
    """For any number of players the same; others have nothing."""
    tables, mine = dealt.games.tables, slice(0, dealt.players)
    own = {"meeting_supply": 18 - 4, "media_supply": 5, "tiles": 4, "cash": 25, "members": 5, "meetings": 1}
    for name, number in own.items():
        assert (tables[name][..., mine] == number).all(), name
        assert not tables[name][..., dealt.players :].any(), name
    common = {"doublers": 4, "poll_zone": POLL_IN_DECK}
    common |= dict.fromkeys(("national", "poll", "picked", "asker", "bidder", "winner"), -1)
    common |= dict.fromkeys(("media", "votes", "trend", "secured", "national_media", "contribution"), 0)
    for name, value in common.items():
        assert (tables[name] == value).all(), name
    assert (tables["opinion"] <= 1).all()
    assert [tables[name].shape[1] for name in ("poll_zone", "zone", "national")] == [20, 56, 5]


# --- Programmes ----------------------------------------------------------------------------------


@pytest.mark.rule("MAC-0.8", "MAC-0.19", "MAC-13.12")
def test_seven_issues_two_stands_four_programme_cards_and_three_opinions_of_each(dealt):
    tables = dealt.games.tables
    opinions = tables["unseen"].sum(axis=1) + tables["discards"] + tables["pool"]
    assert (opinions + (tables["opinion"] > 0).sum(axis=1) == 3).all()
    out = tables["zone"] != IN_DECK  # every copy comes as often as others
    assert abs(out.mean(axis=0) - 8 * dealt.players / 56).max() < 0.15


@pytest.mark.rule("MAC-0.10")
def test_five_open_cards_on_five_issues(dealt):
    tables, players = dealt.games.tables, dealt.players
    programmes = tables["programme"][:, :players]
    assert (programmes.sum(axis=2) == 5).all()
    assert programmes.reshape(300, players, 7, 2).sum(axis=3).max() == 1
    opened = (tables["zone"] == OPEN).reshape(300, KINDS, 4).sum(axis=2)
    assert (opened == programmes.sum(axis=1)).all()
    assert abs(programmes.mean(axis=(0, 1)) - 5 / 14).max() < 0.09  # no stand is likelier than another


@pytest.mark.rule("MAC-0.10")
def test_euro_now_and_euro_later():
    """The card that comes second is exchanged, whichever of the two it is."""
    rest = p.kinds("+wel -gen +hea -spe")
    seen = set()
    for seed in range(12):
        table = p.lay("SHEET", seed=seed).set(zone=[OPEN] * PROGRAMME_CARDS, programme_deck=6).table
        table["zone"][[4 * kind for kind in (*p.kinds("+eur -eur"), *rest)]] = IN_DECK
        preparation.deal_programme(table, 0)
        (euro,) = set(np.flatnonzero(table["programme"][0]).tolist()) - set(rest)
        seen.add(p.STANDS[euro])
    assert seen == {"+eur", "-eur"}


@pytest.mark.rule("MAC-0.11")
@pytest.mark.parametrize("seed", range(6))
def test_rejected_cards_are_in_the_deck_again_before_any_hand_is_dealt(seed):
    table = p.lay("SHEET", seed=seed).table
    for who in range(3):
        preparation.deal_programme(table, who)
        assert (table["zone"] == IN_DECK).sum() == 56 - 5 * (who + 1) == table["programme_deck"]


@pytest.mark.rule("MAC-0.12")
def test_three_hidden_cards_whatever_they_are(dealt):
    tables, found = dealt.games.tables, np.zeros(3, int)
    for who in range(dealt.players):
        kinds = (tables["zone"] == IN_HAND + who).reshape(300, KINDS, 4).sum(axis=2)
        assert (kinds.sum(axis=1) == 3).all()
        contrary = (kinds[:, ::2] > 0) & (kinds[:, 1::2] > 0)
        found += (kinds > 1).any(), contrary.any(), (kinds * tables["programme"][:, who]).any()
    assert found.all()  # the same twice, contraries, cards that the programme has
    assert (tables["programme_deck"] == 56 - 8 * dealt.players).all()


# --- Lands and chance ----------------------------------------------------------------------------


@pytest.mark.rule("MAC-0.14", "MAC-0.17", "MAC-0.28", "MAC-10.2")
def test_four_lands_lie_open_and_twelve_in_the_deck(dealt):
    tables = dealt.games.tables
    assert (np.diff(np.sort(tables["land"], axis=1), axis=1) > 0).all()
    assert (tables["land_drawn"].sum(axis=1) == 4).all()
    for place in range(4):
        assert tables["land_drawn"][np.arange(300), tables["land"][:, place]].all()
        p.evenly(tables["land"][:, place].tolist(), range(16))
    assert (tables["regions"] == 4).all()
    assert (tables["round_number"] == 0).all()


@pytest.mark.rule("MAC-0.29")
def test_chance_names_who_enters_first(dealt):
    tables = dealt.games.tables
    p.evenly(tables["start_player"].tolist(), range(dealt.players))
    assert (tables["seat"] == tables["start_player"]).all()
    assert (tables["phase"] == Phase.SHEET).all()


# --- Opinions ------------------------------------------------------------------------------------


@pytest.mark.rule("MAC-0.19", "MAC-0.20", "MAC-0.24", "MAC-13.11")
def test_four_three_two_and_one_opinion_lie_open_and_six_in_the_pool(dealt):
    tables = dealt.games.tables
    assert ((tables["opinion"] > 0).sum(axis=2) == [4, 3, 2, 1]).all()
    assert (tables["hidden"].sum(axis=2) == [0, 1, 2, 3]).all()
    assert tables["opinion"].reshape(300, 4, 7, 2).sum(axis=3).max() == 1
    assert (tables["opinion_deck"] == 42 - 16 - 6 - tables["discards"].sum(axis=1)).all()
    assert (tables["unseen"].sum(axis=(1, 2)) == tables["opinion_deck"] + 6).all()
    assert (tables["shuffle"] == 0).all()
    pool = tables["pool"]
    assert (pool.sum(axis=1) == 6).all()
    assert (pool > 1).any()  # two alike
    assert ((pool[:, ::2] > 0) & (pool[:, 1::2] > 0)).any()  # contradictory ones
    fair = 300 * 6 / 14
    assert abs(pool.sum(axis=0) - fair).max() < 5 * fair**0.5


@pytest.mark.rule("MAC-0.20", "MAC-0.21")
def test_every_rejected_opinion_repeats_or_contradicts_an_open_one(dealt):
    tables = dealt.games.tables
    rejected, opened = tables["discards"] > 0, tables["opinion"].sum(axis=1) > 0
    contradicted = opened.reshape(-1, 7, 2)[:, :, ::-1].reshape(-1, 14)
    assert not (rejected & ~opened & ~contradicted).any()
    assert (rejected & opened & ~contradicted).any()
    assert (rejected & ~opened & contradicted).any()


THREE = "+wel +hom +gen"


def last_card(hidden: str, deck="", discards="", pool="", seed: int = 0) -> p.Game:
    """The last region, with three open opinions, after its hidden card of a shuffle before was opened."""
    game = p.lay("CONTRIBUTION", seed=seed, round_number=6, opinions={1: THREE})
    for name, words in (("discards", discards), ("pool", pool)):
        game.table[name] = np.bincount(p.kinds(words), minlength=KINDS)
    return game.hide((1, 0, hidden), deck=deck, shuffle=1).run_on("NEXT_REGION")


@pytest.mark.rule("MAC-0.20", "MAC-0.21", "MAC-0.22", "MAC-0.23")
@pytest.mark.parametrize(
    ("hidden", "deck", "discards", "pool", "comes", "then"),
    [
        # One that repeats or contradicts is discarded and the next is drawn
        ("-hom", "-hea", "", "", "-hea", {"discards": "-hom", "opinion_deck": 0, "pool": ""}),
        ("+hom", "-hea", "", "", "-hea", {"discards": "+hom", "opinion_deck": 0, "pool": ""}),
        # The deck is not renewed while it has a card, and an empty one waits for the next draw
        ("+nuc", "-gen", "+spe +spe", "", "+nuc", {"discards": "+spe +spe", "opinion_deck": 1}),
        ("-gen", "+nuc", "+spe +spe", "", "+nuc", {"discards": "+spe +spe -gen", "opinion_deck": 0}),
        # Without a card that fits, the rejected one changes places with one of the pool
        ("-hom", "-gen -gen", "-wel", "-eur +gen +gen +gen +wel +wel", "-eur",
         {"discards": "-wel", "opinion_deck": 2, "pool": "-hom +gen +gen +gen +wel +wel"}),
        # Without any the space stays empty
        ("-hom", "", "-gen", "+gen +gen +gen +wel +wel +wel", "",
         {"discards": "-gen -hom", "pool": "+gen +gen +gen +wel +wel +wel"}),
    ],
)  # fmt: skip
def test_an_opinion_that_does_not_fit(hidden, deck, discards, pool, comes, then):
    last_card(hidden, deck, discards, pool).expect(open={0: f"{THREE} {comes}"}, hidden=[0] * 4, **then)


@pytest.mark.rule("MAC-0.21")
def test_the_discards_are_shuffled_when_the_deck_is_empty():
    """The only card that fits lies in the discards; the deck's last card is drawn before."""
    table = last_card("-wel", "-gen", "+spe +hom").expect(open={0: f"{THREE} +spe"}).table
    left = table["discards"] + table["unseen"].sum(axis=0)
    assert np.repeat(range(KINDS), left).tolist() == sorted(p.kinds("-wel -gen +hom"))
    assert table["opinion_deck"] + table["discards"].sum() == 3


@pytest.mark.rule("MAC-0.22")
def test_the_kind_that_comes_from_the_pool_is_random():
    pool = "-eur -eur -eur +hea -spe -spe"
    came = [last_card("-hom", pool=pool, seed=seed).fact("open")[0] for seed in range(45)]
    p.evenly(came, [" ".join(sorted(f"{THREE} {stand}".split())) for stand in ("-eur", "+hea", "-spe")])


@pytest.mark.rule("MAC-0.23")
def test_an_empty_space_is_neither_exchanged_nor_taken():
    pool = "+nuc +nuc +nuc +eur +eur +eur"
    p.lay("SWAP_OUT", opinions={0: THREE}, media={0: [1]}, pool=pool).expect(legal=f"- {THREE}")
    p.lay("NATIONAL_CARD", opinions={0: THREE}, winner=[0], national_cards=[2]).expect(legal=f"- {THREE}")


@pytest.mark.rule("MAC-0.28")
def test_decks_are_shuffled():
    """That nobody knows what they hold, test_redeal.py says."""
    games = p.deal(4, num_games=200, seed=1)
    for name in ("land", "opinion", "programme"):
        assert len(np.unique(games.tables[name].reshape(200, -1), axis=0)) > 190
    assert games.tables["zone"].std(axis=0).min() > 0
