package gavel.auction.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The client that the build generated, compiled with the walk that uses it. */
final class GeneratedClient {
    private static final Path SOURCES = Path.of("target/generated-client/src/main/java");
    private static final Path WALK = Path.of("src/test/resources/gavel/auction/openapi/Walk.java");

    private final Path classes;

    GeneratedClient(Path classes) {
        this.classes = classes;
    }

    /** What was done, in its order. */
    @SuppressWarnings("unchecked")
    List<String> walk(String address, long auctionId, byte[] picture) throws Exception {
        compile();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, GeneratedClient.class.getClassLoader())) {
            return (List<String>) loader.loadClass("Walk")
                    .getMethod("walk", String.class, long.class, byte[].class)
                    .invoke(null, address, auctionId, picture);
        }
    }

    private void compile() throws IOException {
        assertThat(SOURCES)
                .as("made by `mvn verify`: plugin openapi-generator in the phase before integration tests")
                .isDirectory();
        List<Path> sources = new ArrayList<>(List.of(WALK));
        try (Stream<Path> files = Files.walk(SOURCES)) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"), "-d", classes.toString());
            boolean compiled = compiler.getTask(
                            said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(compiled).as(said.toString()).isTrue();
        }
    }
}
