package gavel.harness.install;

import gavel.harness.topology.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one machine lacks of the servers that are to run on it, and how it would get them: pure.
 *
 * @param missing programs
 */
record HostInstallation(String host, List<Program> missing, PackageState state) {
    /** By their packages, where they are not called alike; deploy/install-servers.sh has the same, and those of what packages need. */
    private static final Map<String, String> SERVICES =
            Map.of("mariadb-server", "mariadb", "mongodb-org-server", "mongod");

    private static final Set<String> WITHOUT_SERVICE = Set.of("apache2-bin", "nfs-common", "mongodb-org-mongos");

    HostInstallation {
        missing = List.copyOf(missing);
    }

    List<String> packages() {
        return packages(missing);
    }

    static List<String> packages(List<Program> programs) {
        return programs.stream().map(Program::distributionPackage).distinct().toList();
    }

    /** What keeps every user from installing them, root included. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (missing.isEmpty()) {
            return problems;
        }
        if (!state.apt()) {
            problems.add(about() + "it has no apt-get, and only packages of Debian and Ubuntu are known: install "
                    + missing.stream().map(Program::title).distinct().collect(Collectors.joining(", "))
                    + " by hand");
            return problems;
        }
        for (Program program : missing) {
            String name = program.distributionPackage();
            if (state.installed().containsKey(name)) {
                problems.add(about() + "package " + name + " is installed, but there is still no " + program.title()
                        + " at " + String.join(", ", program.places()));
            } else if (state.lists() && !state.offered().containsKey(name)) {
                problems.add(about() + "no package source of it has " + name
                        + (name.startsWith("mongodb-org") ? "; configure MongoDB's own repository" : "")
                        + ", or its lists are old (apt-get update)");
            }
        }
        return problems.stream().distinct().toList();
    }

    /** In one line, for the reader. */
    String planned() {
        return about()
                + (missing.isEmpty()
                        ? "everything is there"
                        : packages().stream()
                                        .map(name -> name + " "
                                                + state.offered()
                                                        .getOrDefault(name, "(the newest of its package sources)"))
                                        .collect(Collectors.joining(", "))
                                + (state.root() ? "" : state.sudo() ? ", by sudo" : ", by an administrator"));
    }

    /** What an administrator types there: the same as {@link #command} does. */
    List<String> byHand() {
        String names = String.join(" ", packages());
        List<String> lines = new ArrayList<>();
        if (packages().contains("postgresql")) {
            lines.add("mkdir -p /etc/postgresql-common && "
                    + "echo 'create_main_cluster = false' >> /etc/postgresql-common/createcluster.conf");
        }
        lines.add("apt-get update && apt-get install --no-install-recommends " + names);
        String services = packages().stream()
                .filter(name -> !WITHOUT_SERVICE.contains(name))
                .map(name -> SERVICES.getOrDefault(name, name))
                .collect(Collectors.joining(" "));
        if (!services.isEmpty()) {
            lines.add("systemctl disable --now " + services);
        }
        return lines;
    }

    /** @param script of deploy/install-servers.sh */
    List<String> command(String script) {
        List<String> command = new ArrayList<>(state.root() ? List.of() : List.of("sudo", "-n", "-u", "root"));
        command.addAll(List.of("bash", "-c", script, "install-servers"));
        command.addAll(packages());
        return command;
    }

    String about() {
        return "host " + host + ": ";
    }
}
