package gavel.auction.dataset.stores;

import gavel.auction.dataset.plan.DataSetSpec;
import gavel.auction.dataset.plan.DataSetSpec.ImageProfile;
import gavel.auction.dataset.plan.LotTiming;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * The row of {@code data_set}: what the set in the stores was made of.
 *
 * @param finished whether the load came to its end
 */
public record DataSetRecord(DataSetSpec spec, String passwordHash, Map<String, Long> expected, boolean finished) {
    /** Raised whenever an equal specification makes another set, so that no set is compared with what it was not made from. */
    static final int FORMAT = 2;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public DataSetRecord {
        expected = Map.copyOf(expected);
    }

    private static final List<String> COLUMNS =
            List.of("users", "seed", "images", "parameters", "loaded_at", "reset_at");

    /** What the column {@code parameters} holds. Sets without a format are of the first. */
    private record Parameters(
            Integer format,
            Instant loadedAt,
            Instant staggeredAt,
            Duration lastCallAfter,
            Duration closeAfter,
            String passwordHash,
            Map<String, Long> expected) {}

    /** @throws RefusedException for a set that another version made */
    public static Optional<DataSetRecord> read(Stores stores) throws SQLException {
        try (Connection connection = stores.connection()) {
            return read(connection);
        }
    }

    public static Optional<DataSetRecord> read(Connection connection) throws SQLException {
        try (PreparedStatement query =
                        connection.prepareStatement("select users, seed, images, parameters, loaded_at from data_set");
                ResultSet row = query.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            Parameters parameters = JSON.readValue(row.getString(4), Parameters.class);
            int format = parameters.format == null ? 1 : parameters.format;
            if (format != FORMAT) {
                throw new RefusedException("The database holds a data set of format " + format
                        + ", this version makes and reads format " + FORMAT + ": load into an empty database.");
            }
            DataSetSpec spec = new DataSetSpec(
                    row.getInt(1),
                    row.getLong(2),
                    ImageProfile.valueOf(row.getString(3).toUpperCase(Locale.ROOT)),
                    new LotTiming(parameters.lastCallAfter, parameters.closeAfter),
                    parameters.loadedAt,
                    parameters.staggeredAt);
            return Optional.of(
                    new DataSetRecord(spec, parameters.passwordHash, parameters.expected, row.getTimestamp(5) != null));
        }
    }

    /** @throws RefusedException when there is no finished set */
    public static DataSetRecord require(Stores stores) throws SQLException {
        DataSetRecord found = read(stores)
                .orElseThrow(() -> new RefusedException("The database holds no data set: run the command load first."));
        if (!found.finished) {
            throw new RefusedException(
                    "The data set is not complete: run the command load again, it goes on where it stopped.");
        }
        return found;
    }

    /** Writes the row as a whole. */
    public void write(Stores stores) throws SQLException {
        Parameters parameters = new Parameters(
                FORMAT,
                spec.loadedAt(),
                spec.staggeredAt(),
                spec.timing().lastCallAfter(),
                spec.timing().closeAfter(),
                passwordHash,
                expected);
        try (Connection connection = stores.connection();
                PreparedStatement upsert =
                        connection.prepareStatement(stores.dialect().upsert("data_set", "id", COLUMNS))) {
            upsert.setInt(1, 1);
            upsert.setInt(2, spec.users());
            upsert.setLong(3, spec.seed());
            upsert.setString(4, spec.images().word());
            upsert.setString(5, JSON.writeValueAsString(parameters));
            upsert.setTimestamp(6, finished ? Timestamp.from(spec.loadedAt()) : null);
            upsert.setTimestamp(
                    7, spec.staggeredAt().equals(spec.loadedAt()) ? null : Timestamp.from(spec.staggeredAt()));
            upsert.executeUpdate();
        }
    }

    public DataSetRecord with(DataSetSpec newSpec, Map<String, Long> newExpected) {
        return new DataSetRecord(newSpec, passwordHash, newExpected, finished);
    }

    public DataSetRecord asFinished() {
        return new DataSetRecord(spec, passwordHash, expected, true);
    }
}
