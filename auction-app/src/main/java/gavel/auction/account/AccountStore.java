package gavel.auction.account;

import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The tables of accounts and their credit. */
@Repository
class AccountStore {
    private static final String SELECT = """
            select a.id, a.email, a.first_name, a.last_name, c.credit_limit, c.held, c.spent, a.version
            from account a join credit c on c.account_id = a.id where a.id = ?""";

    private final JdbcClient sql;

    AccountStore(JdbcClient sql) {
        this.sql = sql;
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
        return sql.sql("""
                        with added as (
                          insert into account (email, password_hash, first_name, last_name, created_at)
                          values (?, ?, ?, ?, ?) on conflict (email) do nothing returning id)
                        insert into credit (account_id, credit_limit) select id, ? from added returning account_id""")
                .params(email, passwordHash, firstName, lastName, Timestamp.from(now), limit)
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
}
