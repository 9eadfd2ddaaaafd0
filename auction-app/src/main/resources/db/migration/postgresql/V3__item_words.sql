-- Searching words. Kept, not made from the text by each query: where a word is common the planner reads rows until it has enough hits, and
-- would split the text of each into words. New items go into the index at once, because every search reads the list of those that are not.
alter table item add column words tsvector generated always as (to_tsvector('simple', title || ' ' || description)) stored;
drop index item_search;
create index item_search on item using gin (words) with (fastupdate = off) where state in ('CONSIGNED', 'SOLD');
