package gavel.harness.platform.local.host;

import gavel.harness.platform.HostDescription;
import gavel.harness.platform.KernelCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads what this machine is. */
final class HostDescriber {
    /** transhuge.rst of the kernel's documentation. */
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private static final Path CPU = Path.of("/proc/cpuinfo");
    /** What kernels for ARM tell of a core, as they have no name for a model. */
    private static final List<String> CORE = List.of("CPU implementer", "CPU part", "CPU variant", "CPU revision");

    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");
    private static final String NONE_SEEN = "none seen";

    private HostDescriber() {}

    /** Of the machine this process is on. */
    static HostDescription here() {
        boolean guest = first(CPU, "flags").contains(" hypervisor");
        return new HostDescription(
                lines(Path.of("/proc/sys/kernel/hostname")).findFirst().orElse(""),
                first(Path.of("/etc/os-release"), "PRETTY_NAME").replace("\"", ""),
                System.getProperty("os.version", ""),
                processor(lines(CPU).toList()),
                guest ? "virtual machine" : NONE_SEEN,
                chosen(lines(HUGE_PAGES).findFirst().orElse("")),
                lines(Path.of("/proc/sys/kernel/random/boot_id")).findFirst().orElse(""),
                KernelCounts.parse(lines(Path.of("/proc/stat")).toList()));
    }

    /** @param choices such as {@code always [madvise] never}: the chosen one in brackets */
    static String chosen(String choices) {
        Matcher chosen = CHOSEN.matcher(choices);
        return chosen.find() ? chosen.group(1) : NONE_SEEN;
    }

    /** @param about all cores; the first is taken for each */
    static String processor(List<String> about) {
        String model = first(about.stream(), "model name");
        return model.isEmpty()
                ? CORE.stream()
                        .map(name -> name + first(about.stream(), name))
                        .filter(told -> !CORE.contains(told))
                        .collect(Collectors.joining(", "))
                : model;
    }

    private static String first(Path file, String name) {
        return first(lines(file), name);
    }

    private static String first(Stream<String> lines, String name) {
        return lines.filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.replace('=', ':').indexOf(':') + 1))
                .findFirst()
                .orElse("")
                .stripTrailing();
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.isReadable(file) ? Files.readAllLines(file).stream() : Stream.empty();
        } catch (IOException expected) {
            return Stream.empty();
        }
    }
}
