-- Everything that takes part in a transaction, for MariaDB 10.6 and later. Money is decimal(12,2), times are datetime(6) in UTC.
-- Texts are compared as they are written (nopad_bin); only what is searched by words ignores case (general_nopad_ci).
-- Sessions speak with sql_mode ANSI_QUOTES and PIPES_AS_CONCAT. The comments of the columns stand in the schema for PostgreSQL.

create table account (
    id            bigint       not null auto_increment primary key,
    email         varchar(254) not null unique,
    password_hash varchar(100) not null,
    first_name    varchar(80)  not null,
    last_name     varchar(80)  not null,
    created_at    datetime(6)  not null,
    version       integer      not null default 0
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;

create table credit (
    account_id   bigint         not null primary key,
    credit_limit decimal(12, 2) not null check (credit_limit >= 0),
    held         decimal(12, 2) not null default 0 check (held >= 0),
    spent        decimal(12, 2) not null default 0 check (spent >= 0),
    foreign key (account_id) references account (id)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;

create table session (
    token_hash varbinary(32) not null primary key,
    account_id bigint        not null,
    created_at datetime(6)   not null,
    expires_at datetime(6)   not null,
    foreign key (account_id) references account (id)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;
create index session_expires_at on session (expires_at);

create table auction (
    id             bigint       not null auto_increment primary key,
    name           varchar(200) character set utf8mb4 collate utf8mb4_general_nopad_ci not null,
    category       varchar(40)  not null,
    category_words varchar(40)  character set utf8mb4 collate utf8mb4_general_nopad_ci as (category) stored,
    owner_id       bigint       not null,
    starts_at      datetime(6)  not null,
    state          varchar(10)  not null check (state in ('SCHEDULED', 'RUNNING', 'COMPLETE', 'CANCELLED')),
    recurring      boolean      not null default false,
    round          integer      not null default 1,
    revision       bigint       not null default 0,
    changed_at     datetime(6),
    version        integer      not null default 0,
    lot_count      integer      not null default 0,
    foreign key (owner_id) references account (id)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;
create index auction_state_starts_at on auction (state, starts_at, id);
create index auction_owner_id on auction (owner_id, id);

create table item (
    id             bigint         not null auto_increment primary key,
    seller_id      bigint         not null,
    title          varchar(200)   character set utf8mb4 collate utf8mb4_general_nopad_ci not null,
    description    varchar(4000)  character set utf8mb4 collate utf8mb4_general_nopad_ci not null default '',
    manufacturer   varchar(120)   not null default '',
    "condition"    varchar(20)    not null,
    category       varchar(40)    not null,
    date_of_origin date,
    starting_price decimal(12, 2) not null check (starting_price > 0),
    state          varchar(10)    not null check (state in ('DRAFT', 'CONSIGNED', 'SOLD', 'WITHDRAWN')),
    image_count    integer        not null default 0,
    thumbnail_id   varchar(64),
    version        integer        not null default 0,
    foreign key (seller_id) references account (id)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;
create index item_seller_id on item (seller_id, id);
create index item_category on item (category, id);
create index item_starting_price on item (starting_price, id);

-- Every word counts, as the index of PostgreSQL has no stop words either. How short a word may be is a setting of the server.
set session innodb_ft_enable_stopword = off;
create fulltext index auction_search on auction (name, category_words);
create fulltext index item_search on item (title, description);

-- The engine draws ids for the lots of next rounds before it writes them.
create sequence lot_id cache 1000 engine = innodb;

create table lot (
    id             bigint         not null default nextval(lot_id) primary key,
    auction_id     bigint         not null,
    item_id        bigint         not null,
    position       integer        not null,
    round          integer        not null,
    starting_price decimal(12, 2) not null,
    price          decimal(12, 2),
    leader_id      bigint,
    last_bid_id    varchar(64),
    bid_count      integer        not null default 0,
    state          varchar(10)    not null check (state in ('QUEUED', 'OPEN', 'LAST_CALL', 'SOLD', 'PASSED')),
    opened_at      datetime(6),
    closes_at      datetime(6),
    closed_at      datetime(6),
    open_in        bigint as (case when state in ('OPEN', 'LAST_CALL') then auction_id end) virtual,
    unique (auction_id, round, position),
    foreign key (auction_id) references auction (id),
    foreign key (item_id) references item (id),
    foreign key (leader_id) references account (id)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;
-- Where PostgreSQL has an index of some rows only, the column is null for the others.
create unique index lot_one_open on lot (open_in);
create index lot_item_id on lot (item_id);
create index lot_sold_to on lot (leader_id, state, closed_at);

create table attendance (
    account_id bigint      not null,
    auction_id bigint      not null,
    joined_at  datetime(6) not null,
    primary key (account_id, auction_id),
    foreign key (account_id) references account (id),
    foreign key (auction_id) references auction (id)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;

create table attendance_event (
    seq        bigint      not null auto_increment primary key,
    account_id bigint      not null,
    auction_id bigint      not null,
    joined_at  datetime(6) not null,
    left_at    datetime(6)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;

create table bid_decision (
    bid_id          varchar(64)    not null primary key,
    "partition"     smallint       not null,
    seq             bigint         not null,
    auction_id      bigint         not null,
    lot_id          bigint         not null,
    account_id      bigint         not null,
    idempotency_key varchar(80)    not null,
    amount          decimal(12, 2) not null,
    outcome         varchar(20)    not null check (outcome in ('ACCEPTED', 'OUTBID', 'ALREADY_LEADING', 'INSUFFICIENT_CREDIT', 'LOT_CLOSED')),
    price           decimal(12, 2),
    minimum_bid     decimal(12, 2),
    revision        bigint         not null,
    placed_at       datetime(6)    not null,
    decided_at      datetime(6)    not null,
    unique (account_id, idempotency_key),
    unique ("partition", seq)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;
create index bid_decision_lot_id on bid_decision (lot_id, seq);

create table node_lease (
    node       varchar(80) not null primary key,
    instance   char(36)    not null,
    started_at datetime(6) not null,
    expires_at datetime(6) not null,
    draining   boolean     not null default false
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;

create table partition_lease (
    "partition"    smallint    not null primary key,
    owner          varchar(80),
    instance       char(36),
    epoch          bigint      not null default 0,
    next_seq       bigint      not null default 1,
    history_cursor bigint      not null default 0,
    released_at    datetime(6) not null default now(6)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;
insert into partition_lease ("partition")
with recursive p(i) as (select 0 union all select i + 1 from p where i < 63) select i from p;

create table shared_secret (
    name  varchar(40)    not null primary key,
    value varbinary(256) not null
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;

create table data_set (
    id         smallint      not null primary key default 1 check (id = 1),
    users      integer       not null,
    seed       bigint        not null,
    images     varchar(10)   not null,
    parameters varchar(4000) not null,
    loaded_at  datetime(6),
    reset_at   datetime(6)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;
create table load_progress (
    stage varchar(40) not null primary key,
    done  bigint      not null
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;
