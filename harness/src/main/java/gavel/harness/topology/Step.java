package gavel.harness.topology;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Something to be done at an instance before or after its start; it may be repeated.
 *
 * @param name of its process and log
 * @param needs instances that must be ready before
 * @param failure in words, without what the log says
 */
public record Step(String name, Action action, List<String> needs, String failure) {
    public Step {
        needs = List.copyOf(needs);
    }

    public Step(String name, Action action, String failure) {
        this(name, action, List.of(), failure);
    }

    /** What is done. */
    public sealed interface Action {}

    /**
     * A command on the host of the instance; done with exit code 0.
     *
     * @param unless it is done where this is there, below the run directory; null for never
     */
    public record Command(
            Program program,
            List<String> command,
            Map<String, String> environment,
            boolean unprivileged,
            List<FileSpec> files,
            String unless,
            Duration longest)
            implements Action {
        public Command {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            files = List.copyOf(files);
        }

        /** One of Gavel's own or of the JDK: unprivileged, done each time it is asked for. */
        public static Command tool(List<String> command, Duration longest) {
            return new Command(null, command, Map.of(), true, List.of(), null, longest);
        }
    }

    /**
     * A request to the instance, and what it brings about.
     *
     * @param token that opens the page
     * @param done what is waited for afterwards
     */
    public record Request(URI page, Secret token, Ready done) implements Action {}

    /**
     * Statements to a database, in which secrets are references.
     *
     * @param unless it is done where this query has an answer
     */
    public record Statements(String url, String user, Secret password, String unless, List<String> statements)
            implements Action {
        public Statements {
            statements = List.copyOf(statements);
        }
    }
}
