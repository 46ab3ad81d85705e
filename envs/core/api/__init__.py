"""What users call: batches, the environments of PettingZoo and Gymnasium, replays."""
