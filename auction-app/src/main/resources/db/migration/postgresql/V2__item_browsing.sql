-- Browsing items without words: by category and by price, newest first. Searching words uses item_search.
create index item_category on item (category, id);
create index item_starting_price on item (starting_price, id);
