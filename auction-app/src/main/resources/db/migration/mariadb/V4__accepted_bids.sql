-- The bids of a lot that were accepted, the last one first. Anybody may place as many others on one lot as he likes, and whoever looked at
-- its bids had them all read.
create index bid_decision_accepted on bid_decision (lot_id, outcome, seq);
drop index bid_decision_lot_id on bid_decision;
