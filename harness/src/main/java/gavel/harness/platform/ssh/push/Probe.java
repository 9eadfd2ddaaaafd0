package gavel.harness.platform.ssh.push;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.ssh.connection.Plain;
import gavel.harness.platform.ssh.connection.SshConnection;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a machine says of itself before anything of Gavel is there, told by its shell.
 *
 * @param architecture as {@code uname -m} says it
 * @param freeBytes where the directory is
 * @param java home of a Java that is new enough; null for none
 */
public record Probe(String system, String architecture, String user, long freeBytes, String java) {
    static final int FEATURE = 25;
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Pattern FACT = Pattern.compile("(system|architecture|user|free|java)=(.*)");
    private static final Pattern JAVA = Pattern.compile("(/[\\w./+-]+) \"?(\\d{1,6})(?!\\d)[\\d._+-]*\"?");

    /**
     * Directory that is made where there is none, for its owner alone. Parts of a push that was broken off go. A full disk is no obstacle: what it is
     * full of can be removed then.
     */
    static String script(String directory) {
        return "umask 077; mkdir -p %1$s && cd %1$s && mkdir -p store builds runtimes || exit 1;".formatted(directory)
                + " [ -O . ] || { echo not owner of %s >&2; exit 1; };".formatted(directory)
                + " chmod 700 . && true > .probe && rm .probe || exit 1;"
                + " n=$(uname -n); for p in store/*.$n.* builds/*.$n.* runtimes/*.$n.*;"
                + " do kill -0 ${p##*.} 2> /dev/null || rm -rf $p; done;"
                + " echo system=$(uname -s); echo architecture=$(uname -m); echo user=$(id -un);"
                + " df -Pk . | tail -n 1 | { read -r a b c d e; echo free=$d; };"
                + " for j in $JAVA_HOME /usr/lib/jvm/* /opt/* /usr/java/*; do"
                + " if [ -x $j/bin/java ] && [ -r $j/release ]; then"
                + " echo java=$j $(sed -n s/^JAVA_VERSION=//p $j/release); fi; done; exit 0";
    }

    static Probe of(SshConnection connection, String directory) throws InterruptedException {
        String said =
                connection.good("prepare " + directory, script(Plain.path(directory)), OutputStream::flush, LIMIT);
        return read(said)
                .orElseThrow(
                        () -> new EnvironmentException(
                                "host "
                                        + connection.target().name()
                                        + ": its shell does not tell what machine it is; a POSIX shell with uname, id and df is needed"));
    }

    /** Whatever else is printed is left aside; empty where something is missing. */
    static Optional<Probe> read(String said) {
        Map<String, String> facts = new LinkedHashMap<>();
        List<String> javas = new ArrayList<>();
        said.lines().forEach(line -> {
            Matcher fact = FACT.matcher(line.strip());
            if (!fact.matches()) {
                return;
            }
            if (fact.group(1).equals("java")) {
                Matcher java = JAVA.matcher(fact.group(2));
                if (java.matches() && Integer.parseInt(java.group(2)) >= FEATURE) {
                    javas.add(java.group(1));
                }
            } else {
                facts.put(fact.group(1), fact.group(2));
            }
        });
        if (facts.size() < 4 || !facts.get("free").matches("\\d{1,15}")) {
            return Optional.empty();
        }
        return Optional.of(new Probe(
                facts.get("system"),
                facts.get("architecture"),
                facts.get("user"),
                Long.parseLong(facts.get("free")) << 10,
                javas.isEmpty() ? null : javas.getFirst()));
    }
}
