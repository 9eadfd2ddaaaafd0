package gavel.harness.platform.local.host;

import gavel.harness.file.ForeignText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is mounted where, as the kernel tells in {@code mountinfo} (proc(5)), and how it is taken away again. A server that no longer answers
 * holds up every process that touches its mount: such things are done by a child process with a limit of time.
 */
public final class Mounts {
    private static final Path SOURCE = Path.of("/proc/self/mountinfo");
    private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");
    private static final int SECONDS_TO_UNMOUNT = 10;
    private static final int SECONDS_TO_DELETE = 60;
    private final List<Mount> all;

    /**
     * One mount.
     *
     * @param options of the mount and of its file system
     */
    public record Mount(Path point, String type, String source, List<String> options) {
        public Mount {
            options = List.copyOf(options);
        }

        public boolean nfs() {
            return type.equals("nfs") || type.equals("nfs4");
        }
    }

    private Mounts(List<Mount> all) {
        this.all = List.copyOf(all);
    }

    /** Of this process, now. */
    public static Mounts now() {
        try {
            return parse(ForeignText.lines(SOURCE));
        } catch (IOException expected) {
            // A system without it has no mounts of ours.
            return new Mounts(List.of());
        }
    }

    public static Mounts parse(List<String> mountinfo) {
        return new Mounts(
                mountinfo.stream().map(Mounts::mount).flatMap(Optional::stream).toList());
    }

    private static Optional<Mount> mount(String line) {
        String[] halves = line.split(" - ", 2);
        String[] first = halves[0].split(" ");
        String[] second = halves.length < 2 ? new String[0] : halves[1].split(" ");
        if (first.length < 6 || second.length < 3) {
            return Optional.empty();
        }
        List<String> options = new ArrayList<>(Arrays.asList(first[5].split(",")));
        options.addAll(Arrays.asList(second[2].split(",")));
        return Optional.of(new Mount(Path.of(plain(first[4])), second[0], plain(second[1]), options));
    }

    /** Blanks and the like are written as octal numbers. */
    private static String plain(String word) {
        return ESCAPED.matcher(word)
                .replaceAll(escape ->
                        Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 8))));
    }

    /** The one that is seen there: of several upon each other the last. */
    public Optional<Mount> at(Path point) {
        return all.stream().filter(mount -> mount.point().equals(point)).reduce((one, later) -> later);
    }

    /** Those below a directory, the deepest first. */
    public List<Mount> below(Path directory) {
        return all.stream()
                .filter(mount -> mount.point().startsWith(directory))
                .sorted(Comparator.comparingInt((Mount mount) -> mount.point().getNameCount())
                        .reversed())
                .toList();
    }

    /**
     * Takes every mount below a directory away, in good order. Only where that does not work within some seconds it does so lazily: the
     * kernel forgets the mount as soon as it is not in use.
     *
     * @param left a tree on one of these mounts that is to be deleted before; null for none
     * @return what the user should know
     */
    public static List<String> release(Path directory, Path left) {
        List<String> remarks = new ArrayList<>();
        for (Mount mount : now().below(directory)) {
            if (left != null
                    && left.startsWith(mount.point())
                    && !succeeds(SECONDS_TO_DELETE, "rm", "-rf", "--", left.toString())) {
                remarks.add("pictures could not be deleted and stay on " + mount.source() + ": "
                        + mount.point().relativize(left));
            }
            remarks.addAll(released(mount, command -> succeeds(SECONDS_TO_UNMOUNT, command.toArray(String[]::new))));
        }
        return remarks;
    }

    static List<String> released(Mount mount, Predicate<List<String>> run) {
        String point = mount.point().toString();
        if (run.test(List.of("umount", point))) {
            return List.of();
        }
        return run.test(List.of("umount", "-l", point))
                ? List.of(mount.source()
                        + " is in use or does not answer: it was unmounted lazily, and the kernel removes it after its last"
                        + " use")
                : List.of(mount.source() + " is still mounted; unmount it by hand: umount -l " + point);
    }

    private static boolean succeeds(int seconds, String... command) {
        try {
            Process child = new ProcessBuilder(Stream.concat(
                                    Stream.of("timeout", "-s", "KILL", Integer.toString(seconds)), Stream.of(command))
                            .toList())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return child.waitFor(seconds + 5L, TimeUnit.SECONDS) && child.exitValue() == 0;
        } catch (IOException expected) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
