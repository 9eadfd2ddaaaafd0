package gavel.harness.images;

import gavel.harness.deployment.Installation;
import gavel.harness.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes images from their recipes. Nothing needs a registry of images: what they stand on is a Debian made here from the machine's own package
 * sources, unless another is named. What the engine made is written anew without what differs between two builds, and loaded in its place.
 */
public final class ImageBuild {
    /** Of a build outside of a clone: that of the archives Maven makes. */
    private static final Instant NO_CLONE = Instant.parse("2026-01-01T00:00:00Z");

    private final Installation installation;
    private final Order order;
    private final Consumer<String> lines;
    private final String engine;
    private final Set<Image> made = new HashSet<>();

    /**
     * @param wanted those that are built in any case
     * @param debian image to stand on; null for one that is made here
     * @param fresh whether those below, and Debian itself, are made again although they are there
     * @param save directory the archives stay in; null for none
     */
    public record Order(
            List<Image> wanted,
            ImageNames names,
            String debian,
            boolean fresh,
            Path save,
            String version,
            Instant latest) {
        public Order {
            wanted = List.copyOf(wanted);
        }
    }

    public ImageBuild(Installation installation, Order order, Consumer<String> lines) {
        this(installation, order, lines, Docker.PROGRAM);
    }

    /** @param engine program that is started for {@code docker} */
    ImageBuild(Installation installation, Order order, Consumer<String> lines, String engine) {
        this.installation = installation;
        this.order = order;
        this.lines = lines;
        this.engine = engine;
    }

    /** No file of an image is newer: when the sources were committed, or what {@code SOURCE_DATE_EPOCH} says. */
    public static Instant latest(Path home, String sourceDateEpoch) throws IOException, InterruptedException {
        String seconds = sourceDateEpoch == null || sourceDateEpoch.isBlank()
                ? Docker.said("git", "-C", home.toString(), "log", "-1", "--format=%ct")
                : sourceDateEpoch.strip();
        return seconds.isEmpty() ? NO_CLONE : Instant.ofEpochSecond(Long.parseLong(seconds));
    }

    public void run() throws IOException, InterruptedException {
        Path scratch = Files.createTempDirectory("gavel-images-");
        Path log = Files.createTempFile("gavel-images-", ".log");
        try {
            Docker docker = new Docker(log, engine);
            docker.reached();
            for (Image image : order.wanted()) {
                build(image, docker, scratch);
            }
        } finally {
            Directories.delete(scratch);
        }
        // Whoever is told of a failure may want to read it.
        Files.delete(log);
    }

    private void build(Image image, Docker docker, Path scratch) throws IOException, InterruptedException {
        if (made.contains(image)) {
            return;
        }
        String below = image.below() == null ? debian(docker, scratch) : stoodOn(image.below(), docker, scratch);
        Instant begun = Instant.now();
        Path work = Files.createDirectory(scratch.resolve(image.word()));
        String name = order.names().of(image);
        String raw = name.replaceFirst("(:[^:/]*)$", "-unfinished$1");
        Path context = new BuildContext(installation, order.latest()).write(image, work.resolve("context"), docker);
        docker.run(command(image, below, raw, context));
        Path saved = work.resolve("saved.tar");
        try {
            docker.run("docker", "save", "--output", saved.toString(), raw);
        } finally {
            docker.run("docker", "rmi", raw);
        }
        boolean kept = order.save() != null && image.runs();
        Path archive = (kept ? Files.createDirectories(order.save()) : work).resolve(image.word() + ".tar");
        ImageArchive written = ImageArchive.write(saved, archive, work, name, order.latest());
        docker.run("docker", "load", "--input", archive.toString());
        Directories.delete(work);
        made.add(image);
        lines.accept("%-40s %4d MB  sha256:%s  %d s"
                .formatted(
                        name,
                        written.bytes() / 1_000_000,
                        written.id(),
                        Duration.between(begun, Instant.now()).toSeconds()));
    }

    private String stoodOn(Image below, Docker docker, Path scratch) throws IOException, InterruptedException {
        String name = order.names().of(below);
        if (order.fresh() || !docker.has(name)) {
            build(below, docker, scratch);
        }
        return name;
    }

    private List<String> command(Image image, String below, String name, Path context) {
        String[] version = order.version().split("\\+", 2);
        List<String> command = new ArrayList<>(List.of("docker", "build", "--no-cache", "--force-rm"));
        // Packages come by the machine's own network, as its package sources are used.
        command.addAll(List.of("--network", "host", "--tag", name));
        command.addAll(List.of("--build-arg", "BELOW=" + below));
        command.addAll(
                List.of("--build-arg", "SOURCE_DATE_EPOCH=" + order.latest().getEpochSecond()));
        command.addAll(List.of("--label", "org.opencontainers.image.title=gavel " + image.word()));
        command.addAll(List.of("--label", "org.opencontainers.image.version=" + version[0]));
        if (version.length > 1) {
            command.addAll(List.of("--label", "org.opencontainers.image.revision=" + version[1]));
        }
        ImageProgram.jar(image, installation)
                .ifPresent(jar -> command.addAll(
                        List.of("--label", ImageProgram.LABEL + "=" + ImageProgram.build(List.of(jar)))));
        command.add(context.toString());
        return command;
    }

    private String debian(Docker docker, Path scratch) throws IOException, InterruptedException {
        if (order.debian() != null) {
            return order.debian();
        }
        String name = order.names().debian();
        if (order.fresh() || !docker.has(name)) {
            Instant begun = Instant.now();
            Path archive = scratch.resolve("debian.tar");
            Path script = installation.home().resolve("deploy/images/debian");
            docker.run(
                    script.toString(),
                    archive.toString(),
                    Long.toString(order.latest().getEpochSecond()));
            docker.run("docker", "import", archive.toString(), name);
            lines.accept("%-40s %4d MB  made from the machine's package sources  %d s"
                    .formatted(
                            name,
                            Files.size(archive) / 1_000_000,
                            Duration.between(begun, Instant.now()).toSeconds()));
            Files.delete(archive);
        }
        return name;
    }
}
