package gavel.harness.platform.compose;

import gavel.harness.file.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The directories of this machine that containers see as their run directory, one for each host of a deployment, and owned by the user they
 * run as. What a container has put there is not trusted: no link is followed out of the directory.
 */
final class HostDirectories {
    private static final String ROOT = "0";
    /** Of the images. */
    private static final String NOBODY_ELSE = "10001";

    private static final List<String> USUAL = List.of("settings", "data", "logs", "tmp");
    private static final long MOST = 256L << 20;
    private static final String NAME = "[\\w.-]{1,120}(/[\\w.-]{1,120}){0,3}";

    private final Project project;
    /** Directories of this machine by those below the run directory of each host. */
    private final Map<String, Path> outputs = new TreeMap<>();

    HostDirectories(Project project) {
        this.project = project;
        outputs.put("logs", project.directory().resolve("logs"));
    }

    /**
     * Who the processes in containers are: the user who runs Gavel, so that files of both need no other rights; where that is root, the user of
     * the images.
     *
     * @param own whether that is the user of the images
     */
    record User(String uid, String gid, boolean own) {
        String words() {
            return uid + ":" + gid;
        }
    }

    User user() throws IOException {
        String uid = String.valueOf(Files.getAttribute(project.directory(), "unix:uid"));
        String gid = String.valueOf(Files.getAttribute(project.directory(), "unix:gid"));
        return uid.equals(ROOT) ? new User(NOBODY_ELSE, NOBODY_ELSE, true) : new User(uid, gid, false);
    }

    /** Servers ask for the name of their user: its password file; the images have that of their own. */
    Path passwords() throws IOException {
        Path file = project.directory().resolve("settings/passwd");
        WholeFile.put(
                file,
                "root:x:0:0::/root:/usr/sbin/nologin\ngavel:x:" + user().words() + "::" + Project.KEPT
                        + ":/usr/sbin/nologin\n",
                false);
        return file;
    }

    /** Of one host; made where there is none. */
    Path make(String host) throws IOException {
        Path root = project.hosts().resolve(host);
        Files.createDirectories(project.hosts());
        for (String usual : USUAL) {
            directory(host, usual);
        }
        return root;
    }

    /** @param below the run directory of the host */
    void directory(String host, String below) throws IOException {
        owned(path(host, below));
    }

    /** Each that is missing, from the first one down. */
    private void owned(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            owned(directory.getParent());
            Files.createDirectory(directory);
            own(directory);
        }
    }

    /** Gives a file or directory to the user of the containers. */
    void own(Path path) throws IOException {
        User user = user();
        if (user.own()) {
            Files.setAttribute(path, "unix:uid", Integer.parseInt(user.uid()), LinkOption.NOFOLLOW_LINKS);
            Files.setAttribute(path, "unix:gid", Integer.parseInt(user.gid()), LinkOption.NOFOLLOW_LINKS);
        }
    }

    void put(String host, String below, String content, boolean secret) throws IOException {
        Path file = path(host, below);
        owned(file.getParent());
        WholeFile.put(file, content, secret);
        own(file);
    }

    /** @throws IOException where a link leads out of the host's directory, or the name does */
    Path path(String host, String below) throws IOException {
        Path root = project.hosts().resolve(host);
        Path path = root.resolve(below).normalize();
        if (!path.startsWith(root) || !root.startsWith(project.hosts())) {
            throw new IOException(below + " is not below the directory of host " + host);
        }
        for (Path part = path; part.startsWith(root); part = part.getParent()) {
            if (Files.isSymbolicLink(part)) {
                throw new IOException(below + " of host " + host + " is a link, and links are not followed: " + part);
            }
        }
        return path;
    }

    boolean exists(String host, String below) {
        try {
            return Files.exists(path(host, below));
        } catch (IOException elsewhere) {
            return false;
        }
    }

    /**
     * Where containers write files that are to be in a directory here; below their run directory.
     *
     * @param hosts that may have some
     */
    String output(Path here, List<String> hosts) {
        String there = "outputs/" + outputs.size();
        outputs.put(there, here.toAbsolutePath());
        for (String host : hosts) {
            try {
                directory(host, there);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return there;
    }

    /** Brings logs and outputs of all hosts to where they belong. What cannot be had is told. */
    List<String> fetch() {
        List<String> remarks = new ArrayList<>();
        for (String host : hosts(remarks)) {
            outputs.forEach((there, here) -> {
                try {
                    fetch(host, there, here, remarks);
                } catch (IOException e) {
                    remarks.add(there + " of host " + host + " are missing: " + e.getMessage());
                }
            });
        }
        return remarks;
    }

    private List<String> hosts(List<String> remarks) {
        if (!Files.isDirectory(project.hosts())) {
            return List.of();
        }
        try (Stream<Path> hosts = Files.list(project.hosts())) {
            return hosts.map(host -> host.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            remarks.add("logs and outputs of containers are missing: " + e.getMessage());
            return List.of();
        }
    }

    private void fetch(String host, String there, Path here, List<String> remarks) throws IOException {
        Path from = path(host, there);
        if (!Files.isDirectory(from)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(from, 4)) {
            files = all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
        for (Path file : files) {
            String name = from.relativize(file).toString();
            // A name comes from a container, and is a path here.
            if (!name.matches(NAME) || name.contains("..")) {
                remarks.add("host " + host + " has a file with an unexpected name: it stays there");
            } else {
                copy(host, file, name, here, remarks);
            }
        }
    }

    /** One may have gone since it was seen; the others are there all the same. */
    private static void copy(String host, Path file, String name, Path here, List<String> remarks) {
        try {
            if (Files.size(file) > MOST) {
                remarks.add("host " + host + ": " + name + " has more than " + (MOST >> 20) + " MiB and stays there");
                return;
            }
            Path to = here.resolve(name);
            Files.createDirectories(to.getParent());
            Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            remarks.add("host " + host + ": " + name + " is missing: " + e.getMessage());
        }
    }
}
