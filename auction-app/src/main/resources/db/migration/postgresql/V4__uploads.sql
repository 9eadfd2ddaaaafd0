-- What people uploaded since the data set was loaded. A row of its own, so that an upload never makes a profile edit fail.
create table upload (
    account_id bigint  primary key references account,
    pictures   integer not null,
    bytes      bigint  not null                          -- all sizes together
);
