package gavel.auction.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What the values of the settings must satisfy, beyond their types. */
final class SettingsRules {
    private static final Pattern NODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");
    private static final Set<String> IMAGE_STORES = Set.of("documents", "directory");

    private final List<String> problems = new ArrayList<>();

    private SettingsRules() {}

    /** One line for each broken rule: the rule, the value, the path. */
    static List<String> problems(
            String node,
            int users,
            Settings.Database database,
            Settings.Broker broker,
            Settings.Images images,
            Settings.Lots lots,
            Settings.Sessions sessions,
            Settings.Bids bids,
            Settings.Live live) {
        SettingsRules rules = new SettingsRules();
        rules.require(NODE.matcher(node).matches(), "must be 1 to 80 of A-Z a-z 0-9 . _ -", node, "gavel.node");
        rules.require(users > 0, "must be > 0", users, "gavel.users");
        rules.require(database.url().startsWith("jdbc:"), "must begin with jdbc:", database.url(), "gavel.database.url");
        rules.require(database.pool() >= 0, "must be >= 0", database.pool(), "gavel.database.pool");
        rules.require(
                broker.port() > 0 && broker.port() < 65_536, "must be 1 to 65535", broker.port(), "gavel.broker.port");
        rules.require(
                IMAGE_STORES.contains(images.store()),
                "must be documents or directory",
                images.store(),
                "gavel.images.store");
        rules.require(
                !images.store().equals("directory")
                        || (images.directory() != null && !images.directory().toString().isBlank()),
                "must name a directory when gavel.images.store is directory",
                images.directory(),
                "gavel.images.directory");
        rules.requirePositive(lots.lastCallAfter(), "gavel.lots.last-call-after");
        rules.requirePositive(lots.closeAfter(), "gavel.lots.close-after");
        rules.requirePositive(sessions.lifetime(), "gavel.sessions.lifetime");
        rules.require(
                sessions.bcryptCost() >= 4 && sessions.bcryptCost() <= 12,
                "must be 4 to 12",
                sessions.bcryptCost(),
                "gavel.sessions.bcrypt-cost");
        rules.requirePositive(bids.answerWithin(), "gavel.bids.answer-within");
        rules.require(bids.outstanding() >= 0, "must be >= 0", bids.outstanding(), "gavel.bids.outstanding");
        rules.requirePositive(live.hold(), "gavel.live.hold");
        rules.require(live.waiters() > 0, "must be > 0", live.waiters(), "gavel.live.waiters");
        return rules.problems;
    }

    private void requirePositive(Duration value, String path) {
        require(value.isPositive(), "must be longer than 0", value, path);
    }

    private void require(boolean holds, String rule, Object value, String path) {
        if (!holds) {
            problems.add(path + " " + rule + ": " + value);
        }
    }
}
