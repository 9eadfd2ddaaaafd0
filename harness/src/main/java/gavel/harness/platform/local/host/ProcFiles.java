package gavel.harness.platform.local.host;

import gavel.harness.file.ForeignText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Reads Linux' view of processes and memory below a directory, usually {@code /proc}. */
final class ProcFiles {
    private static final List<String> STOPPED = List.of("T", "t", "Z", "X");
    private static final int STATE_FIELD = 0;
    private static final int PARENT_FIELD = 1;
    private static final int START_FIELD = 19;
    private final Path proc;

    ProcFiles(Path proc) {
        this.proc = proc;
    }

    /** Start time in ticks after boot; empty when there is no such process or only its exit code is left. */
    OptionalLong startTicks(long pid) {
        String[] fields = stat(pid);
        return fields.length <= START_FIELD || fields[STATE_FIELD].equals("Z")
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(fields[START_FIELD]));
    }

    /** Whether a signal has stopped it, or it has ended and only its exit code is left. */
    boolean stopped(long pid) {
        String[] fields = stat(pid);
        return fields.length > STATE_FIELD && STOPPED.contains(fields[STATE_FIELD]);
    }

    /** Words of a file of the process in which each ends with a zero; none where it cannot be read. */
    List<String> words(long pid, String file) {
        try {
            String text = new String(
                    Files.readAllBytes(proc.resolve(Long.toString(pid)).resolve(file)), StandardCharsets.UTF_8);
            return text.isEmpty() ? List.of() : List.of(text.split("\0"));
        } catch (IOException ended) {
            return List.of();
        }
    }

    /** The process and its descendants, parents first. */
    List<Long> tree(long root) {
        List<long[]> all = new ArrayList<>();
        try (Stream<Path> entries = Files.list(proc)) {
            entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.chars().allMatch(Character::isDigit))
                    .map(Long::parseLong)
                    .forEach(pid -> {
                        String[] fields = stat(pid);
                        if (fields.length > PARENT_FIELD) {
                            all.add(new long[] {pid, Long.parseLong(fields[PARENT_FIELD])});
                        }
                    });
        } catch (IOException ignored) {
            return List.of(root);
        }
        List<Long> tree = new ArrayList<>(List.of(root));
        for (int i = 0; i < tree.size(); i++) {
            long parent = tree.get(i);
            all.stream().filter(entry -> entry[1] == parent).forEach(entry -> tree.add(entry[0]));
        }
        return tree;
    }

    /** A figure of {@code meminfo}, in bytes; 0 when absent. */
    long memory(String name) {
        try (Stream<String> lines = Files.lines(proc.resolve("meminfo"))) {
            return lines.filter(line -> line.startsWith(name + ":"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException ignored) {
            return 0;
        }
    }

    /** Descriptors this process may have open; -1 when unknown. */
    long descriptorLimit() {
        try (Stream<String> lines = Files.lines(proc.resolve("self/limits"))) {
            return lines.filter(line -> line.startsWith("Max open files"))
                    .map(line ->
                            line.substring("Max open files".length()).trim().split("\\s+")[1])
                    .mapToLong(limit -> limit.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(limit))
                    .findFirst()
                    .orElse(-1);
        } catch (IOException ignored) {
            return -1;
        }
    }

    /** Fields after the command name, which may itself hold blanks and brackets. */
    private String[] stat(long pid) {
        try {
            String text = ForeignText.read(proc.resolve(Long.toString(pid)).resolve("stat"));
            return text.substring(text.lastIndexOf(')') + 2).trim().split(" ");
        } catch (IOException ignored) {
            return new String[0];
        }
    }
}
