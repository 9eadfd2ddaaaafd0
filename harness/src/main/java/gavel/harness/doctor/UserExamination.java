package gavel.harness.doctor;

import gavel.harness.config.Configuration;
import gavel.harness.config.RelationalSettings.Implementation;
import java.util.List;
import java.util.Set;

/** Whether the user Gavel runs as has what the data services ask for. Pure. */
public final class UserExamination {
    /** What a JVM is told as the user's name where the password file has none. */
    private static final Set<String> NAMELESS = Set.of("", "?");

    private UserExamination() {}

    /** @param userName of this process, as {@code user.name} says it */
    public static List<Finding> of(Configuration configuration, String userName) {
        Implementation database = configuration.relational().implementation();
        boolean named = userName != null && !NAMELESS.contains(userName);
        // A container brings a password file of its own.
        if (named
                || configuration.contained()
                || (database != Implementation.EMBEDDED && database != Implementation.POSTGRESQL)) {
            return List.of();
        }
        return List.of(new Finding(
                Finding.Level.PROBLEM,
                "user",
                "this user id has no entry in the password file",
                "PostgreSQL does not start for a user without a name: add one to /etc/passwd, or run Gavel as a user that has one"
                        + " (containers: --user NAME instead of a number)"));
    }
}
