package gavel.auction.audit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * An invariant one query can check.
 *
 * @param checkedQuery gives the number of things checked
 * @param violationsQuery gives a row of one text for each violation
 */
record SqlInvariant(String name, String description, String checkedQuery, String violationsQuery) implements Invariant {
    private static final int ROWS = 1_000;

    @Override
    public InvariantResult check(Connection snapshot) throws SQLException {
        InvariantResult.Tally tally = new InvariantResult.Tally(name, description);
        try (Statement statement = snapshot.createStatement()) {
            statement.setFetchSize(ROWS);
            try (ResultSet count = statement.executeQuery(checkedQuery)) {
                count.next();
                tally.checked(count.getLong(1));
            }
            try (ResultSet violations = statement.executeQuery(violationsQuery)) {
                while (violations.next()) {
                    tally.violation(violations.getString(1));
                }
            }
        }
        return tally.result();
    }
}
