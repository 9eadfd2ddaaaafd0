package gavel.harness.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How an instance comes to be. */
public sealed interface Launch {
    /** What is needed of the machine; null for nothing but Gavel itself. */
    default Program program() {
        return null;
    }

    /**
     * A process of its own.
     *
     * @param program null where it is Gavel's own, a JVM
     * @param command program and arguments; never a secret, because everyone on the machine can read them
     * @param environment beside what is inherited
     * @param nice priority, negative for higher; 0 leaves it alone
     * @param bound whether it ends with the process that started it
     * @param unprivileged whether it has no rights of root and can gain none: everything but what changes the machine itself
     * @param signal that asks it to end, such as {@code TERM}
     */
    record Command(
            Program program,
            List<String> command,
            Map<String, String> environment,
            int nice,
            boolean bound,
            boolean unprivileged,
            String signal)
            implements Launch {
        public Command {
            command = List.copyOf(command);
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        }

        /** A JVM: never root. */
        public static Command java(List<String> command, boolean bound) {
            return new Command(null, command, Map.of(), 0, bound, true, "TERM");
        }

        /** A server of the operating system. */
        public static Command server(
                Program program, List<String> command, Map<String, String> environment, boolean bound) {
            return new Command(program, command, environment, 0, bound, true, "TERM");
        }

        public Command endedBy(String another) {
            return new Command(program, command, environment, nice, bound, unprivileged, another);
        }

        public Command at(int priority) {
            return new Command(program, command, environment, priority, bound, unprivileged, signal);
        }
    }

    /**
     * A process that another instance starts.
     *
     * @param parent name of that instance
     * @param stateFile below the run directory, in which the parent says what it has started
     */
    record Within(String parent, String stateFile) implements Launch {}

    /**
     * A service that is not Gavel's: nothing to start or stop.
     *
     * @param address in words
     */
    record Elsewhere(String address) implements Launch {}

    /**
     * A directory for files that several instances share.
     *
     * @param path below the run directory
     * @param place it is made in, and linked to; null for the run directory
     * @param nfs export that is mounted for it; null for none
     * @param options of the mount
     * @param users hosts whose instances use it; empty name for the machine itself
     */
    record Storage(String path, String place, String nfs, String options, Program client, List<String> users)
            implements Launch {
        public Storage {
            users = List.copyOf(users);
        }

        @Override
        public Program program() {
            return nfs == null ? null : client;
        }
    }
}
