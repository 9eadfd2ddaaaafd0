package gavel.harness.platform.ssh.push;

import static java.util.Locale.ROOT;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.ssh.connection.SshConnection;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Brings the programs to one machine, with nothing there but a POSIX shell. Every file goes into a store under the hash of its content, so
 * what is there already is never sent again. A build is links to them under one name.
 *
 * @param directory on the far machine
 */
public record Push(SshConnection connection, String directory, Build build, RuntimeImage runtime) {
    private static final Duration SHORT = Duration.ofSeconds(30);
    /** Of every file on every machine: what a JVM learned from a jar on one of them holds for the same jar on another. */
    private static final String TIME = "202601010000";

    private static final long LEAST_RATE = 100_000;
    private static final long ROOM = 64L << 20;
    /** An archive of Java, unpacked, beside it: 134 of 45 MB. */
    private static final int UNPACKED = 3;

    /** What a part is called until it is whole: by the machine and the shell that make it, so that one that is left is known. */
    private static final String PART = ".$(uname -n).$$";

    private static final String UNDONE = " || { c=$?; rm -rf $p; exit $c; }";

    /** @param bytes that were sent */
    public record Pushed(int files, long bytes) {
        /** As progress says it. */
        public String words() {
            return bytes == 0
                    ? "everything is there, 0 bytes copied"
                    : String.format(ROOT, "%d %s, %.1f MB copied", files, files == 1 ? "file" : "files", bytes / 1e6);
        }
    }

    public Pushed run() throws InterruptedException {
        Probe probe = Probe.of(connection, directory);
        if (!probe.system().equals("Linux")) {
            throw new EnvironmentException(about() + "it runs " + probe.system() + "; Gavel measures Linux machines");
        }
        Map<String, Blob> wanted = new LinkedHashMap<>();
        boolean whole = whole();
        if (!whole) {
            build.blobs().forEach(blob -> wanted.put(blob.sha256(), blob));
        }
        Blob archive = probe.java() == null ? archive(probe) : null;
        boolean unpack = archive != null && !met("cd %s/runtimes && %s".formatted(directory, runs(archive.sha256())));
        if (unpack) {
            wanted.put(archive.sha256(), archive);
        }
        List<Blob> missing = missing(wanted);
        long bytes = missing.stream().mapToLong(Blob::bytes).sum();
        requireRoom(probe, bytes + (unpack ? UNPACKED * archive.bytes() : 0));
        for (Blob blob : missing) {
            send(blob);
        }
        if (unpack) {
            unpack(archive);
        }
        if (!whole) {
            assemble();
        }
        link(archive == null ? probe.java() : directory + "/runtimes/" + archive.sha256());
        return new Pushed(missing.size(), bytes);
    }

    /** Java has the same place on every machine, whatever it is there. */
    private void link(String home) throws InterruptedException {
        connection.good("link Java", linking(directory, build.id(), home), OutputStream::flush, SHORT);
    }

    /** A right link stays, as others may start something by it now. The directory is touched all the same: it is in use. */
    static String linking(String directory, String build, String home) {
        return "cd %1$s/builds/%2$s && if [ x$(readlink java) = x%3$s ]; then touch .; else rm -f java && ln -s %3$s java; fi"
                .formatted(directory, build, home);
    }

    private Blob archive(Probe probe) throws InterruptedException {
        if (!probe.architecture().equals(RuntimeImage.architecture())) {
            throw new EnvironmentException(about() + "it has no Java " + Probe.FEATURE
                    + ", and its architecture is " + probe.architecture() + " while Java here is for "
                    + RuntimeImage.architecture() + "; install Java " + Probe.FEATURE + " below /usr/lib/jvm there");
        }
        return runtime.archive();
    }

    private void requireRoom(Probe probe, long bytes) {
        if (bytes > 0 && probe.freeBytes() < bytes + ROOM) {
            throw new EnvironmentException(about() + "there is no space left for the programs: "
                    + ((bytes + ROOM) >> 20) + " MiB needed in " + directory + ", " + (probe.freeBytes() >> 20)
                    + " MiB free; make some, or choose another directory");
        }
    }

    private boolean met(String condition) throws InterruptedException {
        return connection.run(condition, SHORT).code() == 0;
    }

    /** Whether every file of the build is there. */
    private boolean whole() throws InterruptedException {
        List<String> paths = build.blobs().stream().map(Blob::path).toList();
        String said = connection.good("look at the build", lacking(directory, build.id()), text(paths), SHORT);
        return said.lines().noneMatch("lacking"::equals);
    }

    /** What tidies {@code /var/tmp} takes files that nobody has read for a month, and leaves their directories. */
    static String lacking(String directory, String build) {
        return "cd %s/builds/%s 2> /dev/null || { echo lacking; exit 0; }; while read -r p; do [ -f $p ] || echo lacking; done"
                .formatted(directory, build);
    }

    private static String runs(String runtime) {
        return "[ -x %1$s/bin/java ] && [ -s %1$s/lib/modules ]".formatted(runtime);
    }

    /** Those the store does not have. */
    private List<Blob> missing(Map<String, Blob> wanted) throws InterruptedException {
        if (wanted.isEmpty()) {
            return List.of();
        }
        String said = connection.good(
                "look into " + directory + "/store",
                "cd " + directory + "/store && while read -r h; do [ -f $h ] || echo missing=$h; done",
                text(wanted.keySet()),
                SHORT);
        Set<String> missing = said.lines()
                .filter(line -> line.startsWith("missing="))
                .map(line -> line.substring("missing=".length()))
                .collect(Collectors.toCollection(TreeSet::new));
        return wanted.values().stream()
                .filter(blob -> missing.contains(blob.sha256()))
                .toList();
    }

    /** Completely or not at all. */
    private void send(Blob blob) throws InterruptedException {
        String script =
                "cd %1$s/store && umask 077 && p=%2$s%3$s && cat > $p && [ $(wc -c < $p) -eq %4$s ] && mv $p %2$s"
                        .formatted(directory, blob.sha256(), PART, blob.bytes());
        connection.good(
                "copy " + blob.path(),
                script + UNDONE,
                stream -> Files.copy(blob.file(), stream),
                SHORT.plusSeconds(blob.bytes() / LEAST_RATE));
    }

    private void unpack(Blob archive) throws InterruptedException {
        connection.good(
                "unpack " + archive.path(),
                unpacking(directory, archive.sha256()),
                OutputStream::flush,
                SHORT.plusSeconds(archive.bytes() / LEAST_RATE));
    }

    static String unpacking(String directory, String archive) {
        return ("cd %1$s/runtimes && umask 077 && p=%2$s%3$s && mkdir $p"
                                + " && gzip -dc < ../store/%2$s | tar -xf - -C $p && { if %4$s; then rm -rf $p; else rm -rf %2$s && mv $p %2$s; fi; }"
                                + " && rm -f ../store/%2$s")
                        .formatted(directory, archive, PART, runs(archive))
                + UNDONE;
    }

    private void assemble() throws InterruptedException {
        List<String> lines = build.blobs().stream()
                .map(blob -> blob.sha256() + " " + blob.path())
                .toList();
        connection.good("assemble the build", assembling(directory, build.id()), text(lines), SHORT);
    }

    /** One that is there and lacks files gets them where it is: something may run from it. */
    static String assembling(String directory, String build) {
        return ("TZ=UTC0; export TZ; cd %1$s/builds && umask 077 && b=%2$s || exit 1; [ -d $b ] || { b=%2$s%4$s; mkdir $b; }; cd $b"
                        + " && while read -r h p; do [ -f $p ] || { mkdir -p ${p%%/*} && ln -f ../../store/$h $p && touch -t %3$s $p; } || exit 1; done"
                        + " && cd .. && { [ $b = %2$s ] || { [ -d %2$s ] && rm -rf $b || mv $b %2$s; }; }")
                .formatted(directory, build, TIME, PART);
    }

    private static SshConnection.Body text(Iterable<String> lines) {
        byte[] text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        return stream -> stream.write(text);
    }

    private String about() {
        return "host " + connection.target().name() + ": ";
    }
}
