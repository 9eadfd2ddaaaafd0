package gavel.harness.platform.local.host;

import gavel.harness.platform.HostDescription;
import gavel.harness.platform.KernelCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads what this machine is. */
final class HostDescriber {
    /** transhuge.rst of the kernel's documentation. */
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private static final Path CPU = Path.of("/proc/cpuinfo");
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
                first(CPU, "model name"),
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

    private static String first(Path file, String name) {
        return lines(file)
                .filter(line -> line.startsWith(name))
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
