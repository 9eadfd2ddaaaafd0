package gavel.harness.site;

import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds results below directories of results, of several machines, without following a link: the files there may be foreign. A
 * result's own parts are none.
 */
final class ResultFinder {
    static final int MOST_RESULTS = 1_000;
    static final int DEEPEST = 4;
    /** Of one directory; more than results have in one place. */
    static final int MOST_ENTRIES = 10_000;

    private static final int MOST_DIRECTORIES = 20_000;
    /** What every result's directory is called. */
    private static final Pattern NAMED_AS_ONE = Pattern.compile("\\d{8}-\\d{6}-.*");

    private final ResultKinds kinds;
    private final Path leaveAlone;
    private final Set<Path> found = new LinkedHashSet<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    private int directories;

    /** @param leaveAlone where the site goes */
    ResultFinder(ResultKinds kinds, Path leaveAlone) {
        this.kinds = kinds;
        this.leaveAlone = leaveAlone.toAbsolutePath().normalize();
    }

    /** The directory that is named may be a link: the user chose it. */
    void look(Path named) throws IOException {
        below(named.toRealPath(), 0);
    }

    List<Path> found() {
        return List.copyOf(found);
    }

    List<LeftOut> leftOut() {
        return List.copyOf(leftOut);
    }

    private void below(Path directory, int depth) {
        if (directory.equals(leaveAlone)) {
            return;
        }
        if (++directories > MOST_DIRECTORIES) {
            if (directories == MOST_DIRECTORIES + 1) {
                leftOut.add(LeftOut.of(
                        directory,
                        "and what comes after it: more than " + MOST_DIRECTORIES + " directories were looked into"));
            }
            return;
        }
        if (kinds.in(directory).isPresent()) {
            result(directory);
        } else if (NAMED_AS_ONE.matcher(directory.getFileName().toString()).matches()) {
            leftOut.add(LeftOut.of(directory, "it has none of " + kinds.files()));
        } else if (depth < DEEPEST) {
            inside(directory, depth);
        }
    }

    private void result(Path directory) {
        Optional<Path> link = kinds.all().stream()
                .map(ResultKind::file)
                .map(directory::resolve)
                .filter(Files::isSymbolicLink)
                .findFirst();
        if (link.isPresent()) {
            leftOut.add(LeftOut.of(directory, "its " + link.get().getFileName() + " is a symbolic link"));
        } else if (found.size() < MOST_RESULTS) {
            found.add(directory);
        } else {
            leftOut.add(LeftOut.of(directory, "a site has at most " + MOST_RESULTS + " results"));
        }
    }

    private void inside(Path directory, int depth) {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (children.size() == MOST_ENTRIES) {
                    leftOut.add(LeftOut.of(directory, "some of it: it has more than " + MOST_ENTRIES + " entries"));
                    break;
                }
                children.add(entry);
            }
        } catch (IOException | DirectoryIteratorException e) {
            leftOut.add(LeftOut.of(directory, "it cannot be read: " + e.getMessage()));
        }
        children.sort(Comparator.naturalOrder());
        for (Path child : children) {
            if (Files.isSymbolicLink(child)) {
                leftOut.add(LeftOut.of(child, "it is a symbolic link"));
            } else if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
                below(child, depth + 1);
            }
        }
    }
}
