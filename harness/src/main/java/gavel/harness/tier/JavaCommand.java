package gavel.harness.tier;

import gavel.harness.setting.Rules;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a JVM, the same shape for every tier: its language is English wherever it runs, since libraries form names and numbers by it.
 *
 * @param heapMebibytes the most; 0 leaves it to the JVM
 * @param temporary where its temporary files go
 */
public record JavaCommand(String java, long heapMebibytes, String temporary, List<String> flags) {
    /**
     * Flags of a process that keeps its data in its heap. The serial collector stood still for a second for each GiB of them whenever its
     * old generation was full, and with it every user who waited for an answer. Marking begins late, since data fill half the heap at once.
     * Huge pages, because in a guest a read somewhere in a heap of gibibytes takes half as long again where they have 4 KiB.
     */
    public static final List<String> LARGE_HEAP =
            List.of("-XX:+UseG1GC", "-XX:InitiatingHeapOccupancyPercent=75", "-XX:+UseTransparentHugePages");

    private static final long SMALLEST_START = 64;
    /** What would give it another heap than the one that is planned. */
    private static final String LARGEST_HEAP = "-Xmx.*|-XX:MaxHeapSize=.*";

    public JavaCommand {
        flags = List.copyOf(flags);
    }

    /** @param tier whose flags a configuration names; the last of two sizes of a heap is in force, so theirs would be */
    public static void check(String tier, List<String> flags, Rules rules) {
        flags.stream()
                .filter(flag -> flag.matches(LARGEST_HEAP))
                .forEach(flag -> rules.that(
                        false,
                        tier + ".jvmFlags",
                        "must leave the heap to " + tier + ".memory, which is held against the memory there is",
                        flag));
    }

    public List<String> jar(String jar, String... arguments) {
        List<String> command = options();
        command.addAll(List.of("-jar", jar));
        command.addAll(List.of(arguments));
        return command;
    }

    public List<String> mainClass(String classPath, Class<?> main, String... arguments) {
        List<String> command = options();
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Starts and ends at once: whether the JVM takes the flags. */
    public List<String> version() {
        List<String> command = options();
        command.add("-version");
        return command;
    }

    private List<String> options() {
        List<String> command = new ArrayList<>(List.of(java));
        if (heapMebibytes > 0) {
            command.add("-Xms" + Math.min(SMALLEST_START, heapMebibytes) + "m");
            command.add("-Xmx" + heapMebibytes + "m");
        }
        command.addAll(List.of(
                "-Duser.language=en",
                "-Duser.country=US",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djava.io.tmpdir=" + temporary));
        command.addAll(flags);
        return command;
    }
}
