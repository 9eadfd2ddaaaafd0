-- The items people keep an eye on.
create table watched (
    account_id bigint      not null,
    item_id    bigint      not null,
    since      datetime(6) not null,
    primary key (account_id, item_id),
    foreign key (account_id) references account (id),
    foreign key (item_id) references item (id)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;
