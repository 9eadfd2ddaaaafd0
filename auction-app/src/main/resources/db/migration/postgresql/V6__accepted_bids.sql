-- The bids of a lot that were accepted, the last one first. Others are in no such index: anybody may place as many of them on one lot as he
-- likes, and whoever looked at its bids had them all read.
create index bid_decision_accepted on bid_decision (lot_id, seq) where outcome = 'ACCEPTED';
drop index bid_decision_lot_id;
