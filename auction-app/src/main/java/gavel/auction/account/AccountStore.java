package gavel.auction.account;

import gavel.auction.relational.Dialect;
import gavel.auction.session.Credentials;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The tables of accounts and their credit. */
@Repository
class AccountStore {
    private static final String SELECT = """
            select a.id, a.email, a.first_name, a.last_name, c.credit_limit, c.held, c.spent, a.version
            from account a join credit c on c.account_id = a.id where a.id = ?""";

    private static final String ADD = """
            with added as (
              insert into account (email, password_hash, first_name, last_name, created_at)
              values (:email, :hash, :first, :last, :now) on conflict (email) do nothing returning id)
            insert into credit (account_id, credit_limit) select id, :limit from added returning account_id""";
    private static final String ADD_MARIADB = """
            begin not atomic
              declare exit handler for 1062 begin rollback; select id from account where false; end;
              declare exit handler for sqlexception begin rollback; resignal; end;
              start transaction;
              insert into account (email, password_hash, first_name, last_name, created_at)
              values (:email, :hash, :first, :last, :now);
              insert into credit (account_id, credit_limit) values (last_insert_id(), :limit);
              commit;
              select last_insert_id();
            end""";

    private final JdbcClient sql;
    private final Dialect dialect;

    AccountStore(JdbcClient sql, Dialect dialect) {
        this.sql = sql;
        this.dialect = dialect;
    }

    record Login(long accountId, String passwordHash) {
        @Override
        public String toString() {
            return "Login[" + accountId + "]";
        }
    }

    Optional<Login> findLogin(String email) {
        return sql.sql("select id, password_hash from account where email = ?")
                .param(email)
                .query((row, n) -> new Login(row.getLong(1), row.getString(2)))
                .optional();
    }

    /** Account and credit in one statement; empty when the address is taken. */
    Optional<Long> add(
            String email, String passwordHash, String firstName, String lastName, Instant now, BigDecimal limit) {
        return sql.sql(dialect.sql(ADD, ADD_MARIADB))
                .param("email", email)
                .param("hash", passwordHash)
                .param("first", firstName)
                .param("last", lastName)
                .param("now", Timestamp.from(now))
                .param("limit", limit)
                .query(Long.class)
                .optional();
    }

    Optional<Account> find(long id) {
        return sql.sql(SELECT)
                .param(id)
                .query((row, n) -> new Account(
                        row.getLong("id"),
                        row.getString("email"),
                        row.getString("first_name"),
                        row.getString("last_name"),
                        row.getBigDecimal("credit_limit"),
                        row.getBigDecimal("held"),
                        row.getBigDecimal("spent"),
                        row.getInt("version")))
                .optional();
    }

    /** @return whether the version was still the present one */
    boolean rename(long id, String firstName, String lastName, int version) {
        return sql.sql("update account set first_name = ?, last_name = ?, version = version + 1"
                                + " where id = ? and version = ?")
                        .params(firstName, lastName, id, version)
                        .update()
                > 0;
    }

    /**
     * What is null stays as it is at that moment.
     *
     * @return whether the password that was checked was still the present one
     */
    boolean changeLogin(Credentials.Checked present, @Nullable String email, @Nullable String passwordHash) {
        return sql.sql("update account set email = coalesce(?, email), password_hash = coalesce(?, password_hash)"
                                + " where id = ? and password_hash = ?")
                        .params(email, passwordHash, present.accountId(), present.passwordHash())
                        .update()
                > 0;
    }

    /** Whether the account was loaded, for simulated users. */
    boolean isOfTheDataSet(long id) {
        return sql.sql("select count(*) from data_set where 5 * users >= ?")
                        .param(id)
                        .query(Integer.class)
                        .single()
                > 0;
    }
}
