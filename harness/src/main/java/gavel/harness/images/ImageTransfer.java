package gavel.harness.images;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Brings images to engines and registries. */
public final class ImageTransfer {
    private final Consumer<String> lines;
    private final String engine;

    public ImageTransfer(Consumer<String> lines) {
        this(lines, Docker.PROGRAM);
    }

    /** @param engine program that is started for {@code docker} */
    ImageTransfer(Consumer<String> lines, String engine) {
        this.lines = lines;
        this.engine = engine;
    }

    /** Every archive of a directory into this machine's engine. */
    public void load(Path directory) throws IOException, InterruptedException {
        List<Path> archives;
        try (Stream<Path> files = Files.list(directory)) {
            archives = files.filter(file -> file.toString().endsWith(".tar"))
                    .sorted()
                    .toList();
        }
        if (archives.isEmpty()) {
            throw new EnvironmentException("no archive of an image is in " + directory + " (--load)");
        }
        Docker docker = new Docker(Files.createTempFile("gavel-images-", ".log"), engine);
        for (Path archive : archives) {
            docker.run("docker", "load", "--input", archive.toString());
            lines.accept("loaded " + archive);
        }
        Files.delete(docker.log());
    }

    /** From this machine's engine to a registry, as the user's own login there permits. */
    public void push(List<Image> images, ImageNames names, String registry) throws IOException, InterruptedException {
        Docker docker = new Docker(Files.createTempFile("gavel-images-", ".log"), engine);
        for (Image image : images) {
            String there = names.in(registry).of(image);
            docker.run("docker", "tag", names.of(image), there);
            try {
                docker.run("docker", "push", there);
            } finally {
                docker.run("docker", "rmi", there);
            }
            lines.accept("pushed " + there);
        }
        Files.delete(docker.log());
    }
}
