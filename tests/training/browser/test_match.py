"""What people say in a match, and what its log tells each of them."""

import re
from dataclasses import replace

import numpy as np
import pytest

from hustings.envs import GAMES
from hustings.envs.core.text.prompts import prompts_of
from hustings.envs.saludos_amigos.actions import CLOSE
from hustings.training.browser.match import PACES, Match
from hustings.training.browser.pages import whole_page
from hustings.training.browser.people import Refused
from hustings.training.play import DealtGame

from ...support import told_of
from .matches import a_deal, a_match, at_phase, choose, choose_first, played_by_bots, to_place


def test_the_log_tells_each_seat_what_it_may_know():
    match, rng = a_match("human,human,human"), np.random.default_rng(1)
    for _ in range(5):
        mover, before = match.on_turn, match.games.tables.copy()
        told = {seat: sum(len(line.events) for line in seen.log.lines) for seat, seen in match.seen.items()}
        action = int(rng.choice(np.flatnonzero(match.games.legal[0])))
        words = match.games.describe(0, action)
        choose(match, action)
        for seat in range(3):
            lines = [event.text for line in match.seen[seat].log.lines for event in line.events][told[seat] :]
            news = told_of(match.games, before, action, seat)
            named = news and news[0].startswith(f"player_{mover} ")
            assert lines == ([f"player_{mover}: {words}", *news] if seat == mover and not named else news)


def test_ones_own_move_is_no_news_but_what_comes_of_it_is():
    match = a_match("human,human,human")
    for _ in range(4):
        seat = choose_first(match)
        news = [event for _, lines in match.seen[seat].log.news() for line in lines for event in line.events]
        own = match.seen[seat].log.lines[match.seen[seat].log.new - 1].text
        assert own.startswith(f"player_{seat}")
        assert own not in [event.text for event in news]


def test_an_election_is_a_line_a_province():
    match = at_phase("ACTION", "liberte", 3, when=lambda games: games.tables["turn"][0] > 1)
    items = []
    while not items:
        played_by_bots(match, 1)
        items = [line.items for line in match.seen[0].log.lines if line.items]
    assert all(" by player_" in item for item in items[0])
    page = whole_page(match, 0, "/p")
    assert 'Won:<ul class="items"><li>' in page


def test_what_gives_something_away_is_asked_once_more():
    match = at_phase("ACTION", "liberte", 3)
    seat, number = match.on_turn, match.number
    stop = match.view(seat).question.stop
    match.choose(seat, number, stop.action)
    assert match.number == number
    assert "still play" in match.view(seat).loss
    assert "all the same" in whole_page(match, seat, "/p")
    match.choose(seat, number, stop.action)
    assert match.number == number, "a second click on the same is no answer to the question"
    match.think_again(seat, number)
    assert not match.view(seat).loss
    match.choose(seat, number, stop.action, sure=True)
    assert match.number > number


def test_several_choices_can_be_typed_at_once():
    match = at_phase("PLACE", "liberte", 3, to_place(2))
    seat = match.on_turn
    choice = match.view(seat).question.choices[0]
    match.say(seat, match.number_for(seat), f"{choice.key} nowhere")
    assert match.games.tables["blocks_left"][0] == 1
    assert match.view(seat).remark.startswith("'nowhere' matches no choice")
    match.say(seat, match.number_for(seat), match.view(seat).question.choices[0].key)
    assert match.games.tables["blocks_left"][0] == 0
    assert not match.view(seat).remark


def test_a_form_places_all_blocks_at_once():
    match = at_phase("PLACE", "liberte", 3, to_place(3))
    seat, number = match.on_turn, match.number
    form = match.view(seat).form
    assert form.most == 3
    wrong = ([4, *[0] * (len(form.entries) - 1)], [0] * len(form.entries), [1], [2, 2])
    for counts in wrong:
        with pytest.raises(Refused):
            match.fill_in(seat, number, counts)
    match.fill_in(seat, number, [3, *[0] * (len(form.entries) - 1)])
    assert match.number == number + 3
    moves = match.replay.moves[-3:]
    assert {action for _, action, _ in moves} == {form.entries[0].about}


def test_partners_and_their_shares_are_one_form():
    match = at_phase("FLOOR", "saludos_amigos", 4)
    seat, pie = match.on_turn, int(match.games.tables["pie"][0])
    form = match.view(seat).form
    shares = [pie - 2, 1, 1] + [0] * (len(form.entries) - 3)
    match.fill_in(seat, match.number_for(seat), shares)
    table = match.games.tables[0]
    partners = [int(entry.thing.split()[1]) for entry in form.entries[1:3]]
    assert [int(table.draft_share[i]) for i in (seat, *partners)] == [pie - 2, 1, 1]
    assert match.games.game.phases(int(table.phase)).name == "RESPOND"


def test_a_form_that_cannot_be_done_says_so():
    def too_weak_alone(games):
        return not games.legal[0, CLOSE]

    match = at_phase("FLOOR", "saludos_amigos", 4, when=too_weak_alone)
    seat, number, pie = match.on_turn, match.number, int(match.games.tables["pie"][0])
    match.fill_in(seat, number, [pie, *[0] * (len(match.view(seat).form.entries) - 1)])
    assert match.number == number
    assert match.view(seat).remark == "That cannot be done as it was filled in."


@pytest.mark.parametrize("name", ["copycat", "liberte"])  # in which something is
def test_what_is_barred_stands_on_the_picture_and_is_no_choice(name):
    game = GAMES[name]
    match, found = a_match(",".join(["human"] * 4), game), 0
    for _ in range(60):
        view = match.view(match.on_turn)
        assert not set(view.barred) & set(view.things.values())
        assert all(f'data-thing="{thing}"' in view.picture for thing in view.barred)
        found += len(view.barred)
        played_by_bots(match, 1)
    assert found


def test_what_was_decided_last_can_be_taken_back_after_the_game_was_taken_up_again():
    match = at_phase("PLACE", "liberte", 3, to_place(3))
    seat, choice = match.on_turn, match.view(match.on_turn).question.choices[0]
    begun = len(match.replay.moves)
    for _ in range(2):
        match.choose(seat, match.number_for(seat), choice.action)
    games = match.games.tables.copy()
    dealt = DealtGame(match._takeback._points[0].games, match.agents, replace(match.replay, moves=[]), [])
    dealt.games.listen()
    again = Match(dealt._replace(past=match.replay.moves[begun:]), match.seats)
    assert again.games.tables.tobytes() == games.tobytes()
    for _ in range(2):
        assert again.can_undo(seat)
        again.undo(seat, again.number_for(seat))
    assert again.games.tables["blocks_left"][0] == 3
    assert not again.can_undo(seat)


def test_everybody_at_a_table_has_a_name_of_their_own():
    match = a_match("human:aDa,greedy,human,greedy", GAMES["saludos_amigos"])
    assert list(match.named) == [0, 1, 3]
    assert len({name.casefold() for name in match.named.values()}) == 3, "whatever its letters"
    page = whole_page(match, 0, "/p")
    assert f"{match.named[1]}</span> (greedy)" in page
    assert match.named[3] in match.tally.chart(match.named)


def test_names_stand_on_buttons_and_can_be_typed():
    match = at_phase("FLOOR", "saludos_amigos", 4, seats="human:Anna,human:Bo,human:Cy,human:Di")
    seat = match.on_turn
    invite = next(choice for choice in match.view(seat).question.choices if choice.key.startswith("p"))
    other = match.named[int(invite.key[1:])]
    page = whole_page(match, seat, "/p")
    assert f"{other}</span> (strength" in page
    assert not re.search(r"player_\d", re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL))
    match.say(seat, match.number_for(seat), other.lower())
    assert match.replay.moves[-1][1] == invite.action


def test_what_a_choice_does_is_read_out_where_the_button_shows_only_the_end_of_its_words():
    match = at_phase("PLACE", "liberte", 3, to_place(1))
    page = whole_page(match, match.on_turn, "/p")
    (said,) = re.findall(r'id="a146"[^>]* aria-label="([^"]*)"[^>]*>Paris <small>', page)
    assert said.startswith("Place 1 ")
    assert f"in Paris. {match.view(match.on_turn).effects[146]}" in said


def test_a_name_like_a_key_or_a_number_changes_nothing_that_others_type():
    first = a_match()
    choice = first.view(first.on_turn).question.choices[0]
    number = choice.key[1:]
    for typed in (choice.key, number):
        match = a_match(f"human,human:{choice.key},human:{number}")
        match.say(match.on_turn, 0, typed)
        assert match.replay.moves[0][1] == choice.action
    match.say(match.on_turn, 0, "nobody " + number)
    assert "'nobody' matches no choice" in match.view(match.on_turn).remark


def test_a_table_has_names_and_as_many_cells_in_every_row():
    match = at_phase("TELEPHONE", "die_macher", 3, seats="human:Anna,human:Maximilian,human:Cy")
    page = whole_page(match, match.on_turn, "/p")
    table = re.search(r'<table class="columns">(.*?)</table>', page)[1]
    rows = [re.findall(r"<td>(.*?)</td>", row) for row in table.split("</tr>")[:-1]]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert rows[0][:3] == ["party", "votes", "seats"]
    assert "Maximilian</span>" in rows[2][0]


def test_a_limit_bids_for_a_person_until_it_is_passed():
    described = GAMES["die_macher"]
    match = at_phase("POLL_BID", "die_macher", 3)
    assert prompts_of(described).auction(match.games.box[0], match.games.tables[0]) is not None
    seat = match.on_turn
    assert "Bid for me up to" in whole_page(match, seat, "/p")
    limit = max(choice.amount or 0 for choice in match.view(seat).question.choices)
    match.say(seat, match.number_for(seat), f"m{limit}")
    first = match.on_turn
    assert first != seat
    match.say(first, match.number_for(first), str(match.view(first).question.choices[1].amount))
    while match.on_turn not in (first, seat):
        choose(match, match.view(match.on_turn).question.stop.action)
    assert match.on_turn != seat, "it has bid without being asked"


def test_what_was_said_ahead_is_forgotten_when_others_move():
    match = a_match("human,human,human")
    seat = match.on_turn
    key = match.view(seat).question.choices[0].key
    match.say(seat, match.number_for(seat), f"{key} {key} {key}")
    assert match.number == 1
    choose_first(match)
    assert any("is forgotten" in line.text for line in match.seen[seat].log.lines)


def test_paces_are_those_that_are_offered():
    match = a_match()
    for given, pace in ((0.0, 0.0), (0.31, 0.3), (1e9, 3.0), (-5, 0.0)):
        match.set_pace(pace=given)
        assert match.pace == pace
    assert PACES[0] == 0
    for given in (float("inf"), float("nan")):
        with pytest.raises(Refused, match="a number of seconds"):
            match.set_pace(pace=given)


def test_haste_ends_with_the_game_and_is_nothing_for_whoever_watches():
    match = a_match("human,random,random")
    while match.waits_for_a_person:
        choose_first(match)
    match.hurry()
    assert match.hurried
    match.deal_again(a_deal("human,random,random", match.game, 2))
    assert not match.hurried
    watched = a_match("random,random,random")
    watched.hurry()
    assert not watched.hurried


def test_what_was_sent_in_one_game_is_no_answer_in_the_next():
    match = a_match("human,human,human")
    numbers = []
    for seed in (1, 2):
        while not match.over:
            numbers.append((match.on_turn, match.number_for(match.on_turn)))
            choose_first(match)
        match.deal_again(a_deal("human,human,human", match.game, seed))
    assert len(set(numbers)) == len(numbers)
    seat, number = numbers[-1]
    with pytest.raises(Refused, match="moved on"):
        match.choose(seat, number, 0)
