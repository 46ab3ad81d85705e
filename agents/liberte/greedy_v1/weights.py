"""What the bot wants, and the numbers it reckons with."""

from ....envs.liberte import actions as say
from ....envs.liberte.table import SEATS

PASS, CARD, TAKE, PROVINCE = say.PASS, say.CARD, say.FACE_UP_CARD, say.PROVINCE
TO_WIN, ROYALISM = 0, 1  # what it goes for
NOTHING = -1e9  # worth less than anything
# The outlook is an array. Its first row holds numbers, the others one number for each seat: the blocks of
# each colour that it will take (rows WHITE to RED), victory points, points after a sudden end, the best
# card for ties in each colour (TIE_CARD + colour; special cards have colour 0), readiness for battle; then
# two rows to work in.
POINTS, WHITE_POINTS, RED_POINTS, TIE_CARD, READY, FINAL, LEAD, ROWS = 4, 5, 6, 7, 11, 12, 13, 14
ROYAL, HELD, PROGRESS, SHARP, AIM, NOW, UNIT = range(7)  # the numbers, in row 0
WIDTH = max(SEATS, UNIT + 1)
LONG = 20  # blocks in the smallest stock with which an election is far away
SHARPNESS = (3.0, 30.0)  # weight of a second block relative to the first: early, and at the end
OPEN = 0.25  # weight of a newcomer taking a province; a single block has 1
STALEMATE = 0.5  # weight of a tie staying a tie, relative to each of the tied
TIE_WEIGHT = 0.6  # what each block on the best card adds to the chance in a tie
VOTE_SPREAD = (3.5, 0.7)  # votes by which a faction may still gain on another: early, and at the end
TAKEN_SPREAD = (1.6, 0.5)  # the same of the blocks that two players take
POINT_SPREAD = (1.5, 3.0, 4.5, 5.5)  # victory points that may still be made up, by turns to come
CARD_SPREAD = 2.0  # the same of the points after a sudden end
FAR = 15.0  # spreads beyond which a lead is as good as certain
LASTING = 0.12  # victory points of a block that stays on the map for the next turn
SHARED, NARROW = 0.15, 0.9  # weight in a revolt of a province where white shares the lead, or leads by one
# How far below the number needed the revolt is as likely as not; the same before it can happen.
REVOLT_MARGIN, REVOLT_EARLY, REVOLT_SPREAD = 1.5, 0.2, 0.6
LANDSLIDE_MARGIN, LANDSLIDE_SPREAD = 0.7, 0.8  # the same in red votes
REVOLT_HOPE = 0.6  # part of the chance in a revolt that it relies on: unseen cards decide it
ROYAL_STEP, ROYAL_LEAD, ROYAL_LEAD_SPREAD = 0.2, 0.5, 5.0  # what a royalist adds to its chance
SURPRISE = 0.2  # readiness for battle without a known general
NOBODY_LEADS = (3.0, 0.3)  # weight of nobody winning the battle: early, and at the end
SHOW_LATE = 0.5  # victory points it costs to show a general early
DECK_WORTH, TAKE_SHARE = 0.15, 0.5  # of the deck's top card; of a card face up, which takes two actions
SPECIAL_LEVEL = 0.25  # what a special card must bring
CARD_COST = (0.0, 0.1, 0.4, 0.8)  # victory points that a card of 0 to 3 blocks is worth in the turns to come
LAST_COST = 0.1  # part of that cost in the last turn
HELD_FOR_TIES = 0.6  # what a card in hand counts for ties, relative to one on display
KEEP_GENERAL, KEEP_CANNON = 1.5, 0.5  # blocks that a general and a cannon are worth in hand
PLAYABLE = 1.5  # the same of a special card that may be played
THROW_OUT, NEW_CARD, STRONG = 1.2, 1.6, 2.0  # in blocks: cards to discard, expected from the deck, to display
LATE_DRAW = 0.7  # part of a draw's worth that is lost at the end of a turn
EXCHANGE_LEVEL = 0.1  # what a play must bring, else two cards are discarded for one
SHOWN_PART = 0.5  # worth of having a card on display, as a part of its cost
AGAIN = 0.45  # worth of a further block in the best province, relative to the first
GENERAL_COST = 0.3  # what a general costs in addition
TIE_DENIAL = 0.3  # part of a tie's stake that a card is worth if it draws level, or may be drawn level with
