package gavel.auction.website;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The browser of this machine, without a window. */
final class Chromium {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final int PATIENCE_SECONDS = 40;

    private final Path program;

    private Chromium(Path program) {
        this.program = program;
    }

    static Optional<Chromium> installed() {
        Optional<Chromium> found = Stream.of(System.getenv("PATH").split(":"))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Chromium::new);
        if (found.isEmpty()) {
            System.out.println("NOT TESTED: the web pages in a browser, as none of " + NAMES + " is installed");
        }
        return found;
    }

    /** The elements of the page after its modules have run. */
    String elements(String address, Path scratch) throws IOException, InterruptedException {
        Path output = scratch.resolve("page.html");
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--user-data-dir=" + scratch.resolve("profile"),
                        "--virtual-time-budget=3000",
                        "--dump-dom",
                        address)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(program + " did not end within " + PATIENCE_SECONDS + " s");
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return Files.readString(output, StandardCharsets.UTF_8);
    }
}
