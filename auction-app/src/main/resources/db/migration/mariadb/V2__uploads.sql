-- What people uploaded since the data set was loaded.
create table upload (
    account_id bigint  not null primary key,
    pictures   integer not null,
    bytes      bigint  not null,
    foreign key (account_id) references account (id)
) engine = innodb default character set utf8mb4 collate utf8mb4_nopad_bin;
