"""Blocks of the observation that are no single field; see tests/observed.py."""

import numpy as np

from hustings.envs.saludos_amigos.table import JOURNALIST, PROJECTS

RULES = ["SAL-0.7", "SAL-9.3", "SAL-9.8", "SAL-9.11", "SAL-9.12"]
FIELDS = {"offers": "history"}


def placed(tables, box):
    return box.tiles - tables["bag"][:, :PROJECTS]


def bag(tables):
    return tables["bag"][:, :PROJECTS]


def journalists(tables):
    return np.stack([tables["bag"][:, JOURNALIST], tables["board_journalists"]], axis=1)


def cards(tables, others):
    return (tables["hand"] + tables["bid"])[:, others].sum(axis=2)


def turns_to_floor(tables, others):
    places, proposer = tables["turn"][:, others], tables["turn"][np.arange(len(tables)), tables["proposer"]]
    return (places - proposer[:, None]) % len(others)


def talk_part(tables, others):
    return tables["talk_part"][:, others] / 4
