package gavel.harness.config;

import java.util.List;
import java.util.regex.Pattern;

/** What can be said of a JVM's flags without asking a JVM. Pure. */
final class JvmFlags {
    private static final Pattern JOINED = Pattern.compile(".*,-[-XDe].*");
    private static final Pattern SECRET = Pattern.compile("(?i)-D[^=]*passw?(or)?d[^=]*=.*");
    /** What ends a JVM, or starts another program than the one it is for. */
    private static final List<String> NO_FLAGS = List.of(
            "-jar", "-cp", "-classpath", "-version", "-help", "-h", "-?", "-X", "-m", "-p", "--version", "--help");

    private JvmFlags() {}

    /** The rule a flag breaks; null when all are good. */
    static String broken(List<String> flags) {
        return flags.stream()
                .map(JvmFlags::broken)
                .filter(rule -> rule != null)
                .findFirst()
                .orElse(null);
    }

    private static String broken(String flag) {
        if (!flag.startsWith("-")) {
            return "must be flags of a JVM, each beginning with - and with its value in it";
        }
        if (NO_FLAGS.contains(flag)) {
            return "must not choose what the JVM runs (" + flag + ")";
        }
        if (JOINED.matcher(flag).matches()) {
            return "must be a list such as [-Xss1m, -XX:+UseG1GC]; this is one flag with a comma in it";
        }
        return SECRET.matcher(flag).matches() ? "must hold no password, as flags stand in every result" : null;
    }

    /** What is shown of flags that are refused: no secret. */
    static List<String> shown(List<String> flags) {
        return flags.stream()
                .map(flag -> SECRET.matcher(flag).matches() ? flag.substring(0, flag.indexOf('=') + 1) + "…" : flag)
                .toList();
    }
}
