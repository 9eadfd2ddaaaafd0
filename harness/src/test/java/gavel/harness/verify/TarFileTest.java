package gavel.harness.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What others unpack is what was packed, whatever it is called. */
class TarFileTest {
    private static final Instant CHANGED = Instant.parse("2026-03-04T05:06:07.891Z");

    @TempDir
    private Path home;

    private Path archive() {
        return home.resolve("result.tar.gz");
    }

    private void pack(Map<String, String> files) throws IOException {
        try (TarFile archive = new TarFile(archive(), CHANGED)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                archive.add(file.getKey(), Files.writeString(home.resolve("content"), file.getValue()));
            }
            archive.finish();
        }
    }

    private Map<String, String> unpacked() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        try (TarArchiveInputStream in =
                new TarArchiveInputStream(new GZIPInputStream(Files.newInputStream(archive())), UTF_8.name())) {
            for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                assertThat(entry.getUserName()).isEmpty();
                assertThat(entry.getGroupName()).isEmpty();
                assertThat(entry.getLongUserId()).isZero();
                assertThat(entry.getLongGroupId()).isZero();
                assertThat(entry.getMode() & 0777).isEqualTo(0644);
                assertThat(entry.getLastModifiedTime().toInstant()).isEqualTo(Instant.parse("2026-03-04T05:06:07Z"));
                files.put(entry.getName(), new String(in.readAllBytes(), UTF_8));
            }
        }
        return files;
    }

    @Test
    void filesComeOutAsTheyWentInAndInTheirOrder() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("run/z", "");
        files.put("run/a", "x".repeat(512));
        files.put("run/b", "y".repeat(513));
        pack(files);
        assertThat(unpacked()).containsExactlyEntriesOf(files);
    }

    /** 100 and 155 bytes are what the oldest form of an archive has room for; letters may take several. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "100",
                "101",
                "156/9",
                "200/100",
                "20/101",
                "255/255/255",
            })
    void aNameMayBeLong(String lengths) throws Exception {
        for (String letter : List.of("a", "ü", "競")) {
            StringBuilder name = new StringBuilder("run");
            for (String length : lengths.split("/")) {
                name.append('/').append(letter.repeat(Math.min(85, Integer.parseInt(length) / letter.length())));
                name.append("a".repeat(Math.max(0, Integer.parseInt(length) - 85 * letter.getBytes(UTF_8).length)));
            }
            pack(Map.of(name.toString(), letter));
            assertThat(unpacked()).containsExactly(Map.entry(name.toString(), letter));
            assertThat(listed()).isEqualTo(name.toString());
        }
    }

    /** By the tar of the machine. */
    private String listed() throws Exception {
        ProcessBuilder tar = new ProcessBuilder(
                "tar", "--quoting-style=literal", "-tzf", archive().toString());
        tar.environment().put("LC_ALL", "C.UTF-8");
        Process process = tar.redirectErrorStream(true).start();
        String said = RecordedRun.text(process.getInputStream());
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return said.strip();
    }

    @Test
    void theSameFilesAreTheSameArchive() throws IOException {
        Map<String, String> files = Map.of("run/logs/démarré " + "long".repeat(40), "text");
        pack(files);
        byte[] first = Files.readAllBytes(archive());
        pack(files);
        assertThat(Files.readAllBytes(archive())).isEqualTo(first);
    }

    @Test
    void anArchiveThatWasNotFinishedIsNotThereAndTheFormerOneIs() throws IOException {
        Files.writeString(archive(), "former");
        assertThatThrownBy(() -> {
                    try (TarFile archive = new TarFile(archive(), CHANGED)) {
                        archive.add("run/a", Files.writeString(home.resolve("a"), "text"));
                        archive.add("run/b", home.resolve("gone"));
                    }
                })
                .isInstanceOf(NoSuchFileException.class);
        assertThat(archive()).content().isEqualTo("former");
        assertThat(home.resolve("result.tar.gz.partial")).doesNotExist();
    }

    /** A file of the kernel that says it is empty and has something to say stands for a log that grows. */
    @Test
    void aFileThatIsLongerThanItSaidIsRefused() throws Exception {
        Path growing = Path.of("/proc/self/status");
        assertThat(Files.size(growing)).isZero();
        assertThatThrownBy(() -> {
                    try (TarFile archive = new TarFile(archive(), CHANGED)) {
                        archive.add("run/status", growing);
                        archive.finish();
                    }
                })
                .isInstanceOf(IOException.class);
        assertThat(archive()).doesNotExist();
        assertThat(home.resolve("result.tar.gz.partial")).doesNotExist();
    }
}
