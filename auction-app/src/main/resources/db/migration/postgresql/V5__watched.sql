-- The items people keep an eye on.
create table watched (
    account_id bigint      not null references account,
    item_id    bigint      not null references item,
    since      timestamptz not null,
    primary key (account_id, item_id)
);
