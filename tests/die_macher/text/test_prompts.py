"""What is asked, where on the picture it lies, and what it would do."""

import pytest

from .. import playing as p
from .positions import SAME


@pytest.mark.parametrize(
    ("phase", "position", "word", "part"),
    [
        ("LOBBY_PLAYER", {"region": 1, "lobby": {1: "D.."}, "acting": 5}, "p2", "party 1 2"),
        ("TELEPHONE", {"region": 2, "lobby": {2: "B.."}}, "y", "lobby 2 0"),
        ("LOBBY", {"region": 2, "lobby": {2: "B.."}}, "votes", "lobby 2 0"),
        ("PLACE_LOBBY", {"region": 1}, "C", "cabinet 0 2"),
        ("MEDIA", {}, "r3", "region 3"),
        ("CONTRIBUTION", {}, "a4", "contribution 0 3"),
        ("CONTRIBUTION", {"seat": 1}, "x2", "contribution 1 1"),
        ("START_PLAYER", {}, "p2", "seat 2"),
        ("REPLY", {"seat": 1, "asker": 2}, "y", "seat 2"),
        ("MEETINGS", {}, "2", ""),
    ],
)
def test_what_a_choice_is_about(phase, position, word, part):
    game = p.lay(phase, **position)
    assert game.offers(word).thing(word) == part
    assert not part or game.titles(game.seat)[part]


def test_the_sheet_is_filled_in_at_once():
    """Both sections and the regions of all that needs one; those of markers not taken are ignored."""
    for chosen in ([1, 0, 2, 1, 2, 3, 0, 1], [0, 3, 3, 2, 0, 1, 1, 1], [2, 1, 1, 0, 3, 2, 1, 0]):
        game = p.lay("SHEET", round_number=0)
        asked = game.form()
        assert [len(entry.names) for entry in asked.entries] == [3, 4, 4, 4, 4, 4, 4, 4]
        assert all(entry.most == len(entry.names) - 1 for entry in asked.entries)
        following, steps = asked.plan(chosen), 0
        while game.seat == 0:
            action = following(game.box, game.table, game.fact("legal"))
            game.games.step([action])
            steps += 1
        markers = int(game.box["sheet_media"][chosen[4]])
        assert steps == 5 + markers
        assert game.fact("section")[0][0] == chosen[0] + 1
        assert game.fact("section")[1][0] == chosen[4] + 1
        places = [row[0] for row in game.fact("place_of")]
        wanted = [*chosen[1:4], *chosen[5 : 5 + markers]]
        assert places == [place + 1 for place in wanted] + [0] * (6 - len(wanted))


def test_a_sheet_half_filled_in_is_no_form():
    assert p.lay("SHEET", round_number=0).play("0 o1.2").form() is None


def test_cards_that_are_alike_can_be_discarded_together():
    game = p.lay("DISCARD", hands={0: "+eur +eur -hea"}, programmes={0: p.FIVE})
    assert [entry.most for entry in game.form().entries] == [2, 1]
    assert game.play("0 +eur +eur").form() is None


@pytest.mark.parametrize(
    ("votes", "allies", "winners", "told"),
    [
        ([9, 3, 6], [], [0], "Nordrhein-Westfalen is won by player_0. Seats: "),
        ([9, 9, 3], [], [1], "Nordrhein-Westfalen is won by player_1 by a nose. Seats: "),
        ([9, 4, 6], [(1, 2)], [1, 2], "Nordrhein-Westfalen is won by player_2 and player_1. Seats: "),
    ],
)
def test_who_has_won_is_told_while_the_result_stands(votes, allies, winners, told):
    game = p.lay("CONVERT", region=1, votes={0: votes}, allies=allies, media={0: [1, 1, 1]},
                 meetings={0: [0] * 3, 1: [6, 0, 0]}, opinions={0: "+eur +hea"})  # fmt: skip
    assert not [title for title in game.titles().values() if "winner" in title]
    game.play("0 0")
    assert game.phase == "NATIONAL_MEDIA"
    named = game.titles(None)
    assert [seat for seat in range(3) if "winner of the election" in named[f"party 0 {seat}"]] == winners
    assert game.matters()[1].startswith(told)
    assert told in game.games.board(0, 1)


def test_the_winner_of_the_last_election_is_marked_among_the_seats_won():
    position = {
        "round_number": 7,
        "regions": 1,
        "winner": [2],
        "national_cards": [1],
        "opinions": {0: "+eur"},
    }
    game = p.lay("NATIONAL_CARD", seats_won={6: [4, 0, 9], 5: [7, 8, 0]}, **position)
    named = game.titles()
    assert named["won 6 2"] == "Seats of player_2 from election 7: 9, its winner"
    assert named["won 5 1"] == "Seats of player_1 from election 6: 8"


LAST_REGION = {"round_number": 6, "region": 1}


@pytest.mark.parametrize(
    ("phase", "position", "word", "told"),
    [
        ("MEETINGS", {}, "3", "Costs 3 thousand."),
        ("PLACE_LOBBY", {}, "B", "One of: 4 votes, doubler; telephone: a coalition tile too."),
        # With a tile there already, and beside the region of the last election
        ("PLACE_LOBBY", {"tile": {0: [1]}}, "B", "One of: 4 votes, doubler."),
        ("PLACE_LOBBY", LAST_REGION, "B", "One of: 4 votes, doubler; telephone: a coalition tile too, "
         "in vain: the last election has no coalitions."),
        ("TELEPHONE", {"lobby": {0: "B"}}, "y", "For a coalition in its election; you have 4 tiles left."),
        ("TELEPHONE", {"lobby": {1: "B"}, **LAST_REGION}, "y",
         "In vain: the last election has no coalitions; you have 4 tiles left."),
        ("MEDIA", {"media": {0: [1, 1, 0]}}, "r0", "Costs 4 thousand; 3 of 5 spaces free."),
        ("CONTRIBUTION", {}, "a1", "Costs up to 3 members."),
        ("CONTRIBUTION", {"box": {"most_loss": 30}}, "a5", "Costs up to 9 members."),
        ("CONTRIBUTION", {"box": {"most_loss": 30}, "risk_dice": "highest"}, "a5",
         "Costs up to 3 members."),
        ("SWAP_OUT", {"opinions": {0: "+eur"}, "pool": "-nuc", "programmes": {0: p.FIVE}}, "+eur",
         "In your programme."),
        ("NEW_CARD", {"opinions": {0: "+hea", 2: "-hea"}, "hands": {0: "+hea"}}, "+hea",
         "Opinion of Nordrhein-Westfalen; its contrary of Hessen."),
        ("NATIONAL_CARD", {"winner": [0], "national_cards": [1], "opinions": {0: "-spe"}}, "-spe",
         "Brings 4 members an election and 15 points to each party with it."),
        ("NATIONAL_CARD", {"winner": [0], "national_cards": [1], "opinions": {0: "-spe"},
          "national": "-spe"}, "-spe", "Brings 5 points more to each party with it."),
    ],
)  # fmt: skip
def test_what_a_choice_would_do(phase, position, word, told):
    game = p.lay(phase, **position)
    assert game.effect(word) == told


PARTLY_ALIKE = {**SAME, "programmes": {0: p.FIVE, 1: p.FIVE, 2: "+wel +hom -gen -nuc -eur"}}


@pytest.mark.parametrize(
    ("phase", "position", "partners"),
    [
        ("COALITION", {}, [1, 2]),
        ("COALITION", {"asked": 0b110, "coalition_passes": 1}, [1]),
        ("REPLY", {"asker": 2}, [2]),
        ("FORCE", {}, [1]),
    ],
)
def test_the_partners_that_one_is_shown_are_possible(phase, position, partners):
    """player_2 has only two cards in common, so it can be asked once, and not forced."""
    game = p.lay(phase, **PARTLY_ALIKE, **position)
    told = [line for line in game.matters() if line.startswith("  with")]
    assert [int(line.removeprefix("  with player_")[0]) for line in told] == partners


def test_an_overfull_region_has_no_space_left():
    game = p.lay("MEDIA", media={1: [3, 2, 1], 2: [1, 0, 0]}, cash=[20] * 3)
    told = [line.rpartition(", ")[2] for line in game.matters()[2:]]
    assert told == ["5 free", "none free", "4 free", "5 free"]


def test_whoever_lays_cards_is_shown_where_others_have_laid_some():
    """Not which: that is seen when all are opened."""
    game = p.lay("PLACE_LOBBY", seat=1, lobby={0: "E"})
    rows = [line.split() for line in game.matters() if line.startswith("p")]
    assert [row[-1] for row in rows[:2]] == ["card", "?"]
    assert len(rows[2]) == len(rows[1]) - 1
    game.lay("PLACE_LOBBY", seat=1, region=1, lobby={0: "E"})
    assert not any(line.endswith("card") for line in game.matters())


def test_votes_that_a_card_wins_end_at_the_last_space():
    game = p.lay("LOBBY", seat=0, region=1, lobby={1: "F"}, votes={1: [45]})
    assert game.said("votes") == ["Win 5 votes in Bayern"]
