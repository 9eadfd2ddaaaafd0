package gavel.harness.doctor;

import gavel.harness.config.Configuration;
import gavel.harness.config.RelationalSettings.Implementation;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Whether the user Gavel runs as has what PostgreSQL asks for. Pure. */
public final class UserExamination {
    /** What a JVM is told as the user's name where the password file has none. */
    private static final Set<String> NAMELESS = Set.of("", "?");

    private static final String ROOT = "root";
    /** How root's rights are left behind; some containers do not permit it. */
    private static final List<String> LEAVES_ROOT = List.of("unshare", "--user", "true");

    private UserExamination() {}

    /**
     * @param userName of this process, as {@code user.name} says it
     * @param works whether a short command ends well here
     */
    public static List<Finding> of(Configuration configuration, String userName, Predicate<List<String>> works) {
        if (userName != null && !NAMELESS.contains(userName) || !starts(configuration)) {
            return root(configuration, userName, works);
        }
        return List.of(new Finding(
                Finding.Level.PROBLEM,
                "user",
                "this user id has no entry in the password file",
                "PostgreSQL does not start for a user without a name: add one to /etc/passwd, or run Gavel as a user that has one."
                        + " Containers: --user NAME instead of a number"));
    }

    /** Where nothing lets root's rights go, PostgreSQL says so itself, but minutes later. */
    public static List<Finding> root(Configuration configuration, String userName, Predicate<List<String>> works) {
        if (!ROOT.equals(userName) || !starts(configuration) || works.test(LEAVES_ROOT)) {
            return List.of();
        }
        return List.of(new Finding(
                Finding.Level.PROBLEM,
                "user",
                "this is root, and user namespaces are not permitted here",
                "PostgreSQL does not start as root: run Gavel as another user, from a directory that user may read."
                        + " Containers: --user nobody --env HOME=/tmp/gavel. In a shell:"
                        + " setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp/gavel gavel run"));
    }

    /** A container brings a password file and a user of its own. */
    private static boolean starts(Configuration configuration) {
        Implementation database = configuration.relational().implementation();
        return !configuration.contained()
                && (database == Implementation.EMBEDDED || database == Implementation.POSTGRESQL);
    }
}
