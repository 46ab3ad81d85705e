"""How an agent does among strangers, and strangers among its copies: `hustings evaluate`."""
