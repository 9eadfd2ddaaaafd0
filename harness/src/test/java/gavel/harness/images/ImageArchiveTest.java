package gavel.harness.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageArchiveTest {
    private static final Instant COMMITTED = Instant.parse("2026-11-01T12:00:00Z");
    private static final Instant OLD = Instant.parse("2023-05-01T00:00:00Z");

    @TempDir
    private Path directory;

    private int archives;

    private record File(String name, byte kind, String content, int mode, Instant changed, int user) {
        static File of(String name, String content, Instant changed) {
            return new File(name, TarConstants.LF_NORMAL, content, 0644, changed, 0);
        }
    }

    private static List<File> files(Instant built) {
        return new ArrayList<>(List.of(
                new File("opt/", TarConstants.LF_DIR, "", 0755, built, 0),
                File.of("opt/a", "first", built),
                File.of("opt/b", "second", OLD),
                new File("opt/c", TarConstants.LF_NORMAL, "third", 0600, built, 10_001),
                new File("opt/again", TarConstants.LF_LINK, "opt/b", 0644, built, 0),
                new File("opt/to-a", TarConstants.LF_SYMLINK, "a", 0777, built, 0)));
    }

    @Test
    void twoBuildsOfTheSameFilesAreOneImage() throws IOException {
        List<File> other = files(COMMITTED.plusSeconds(7_200));
        Collections.reverse(other);
        ImageArchive first = written(saved(files(COMMITTED.plusSeconds(60)), "3f2a", false));
        ImageArchive second = written(saved(other, "99bc", true));
        assertThat(second).isEqualTo(first);
        assertThat(archive(2)).hasSameBinaryContentAs(archive(1));
    }

    @Test
    void anotherContentOrRightIsAnotherImage() throws IOException {
        List<File> changed = files(COMMITTED);
        changed.set(1, File.of("opt/a", "First", COMMITTED));
        List<File> readable = files(COMMITTED);
        readable.set(3, new File("opt/c", TarConstants.LF_NORMAL, "third", 0644, COMMITTED, 10_001));
        assertThat(List.of(
                        written(saved(files(COMMITTED), "1", false)).id(),
                        written(saved(changed, "1", false)).id(),
                        written(saved(readable, "1", false)).id()))
                .doesNotHaveDuplicates();
    }

    @Test
    void filesKeepWhatTheyAre() throws IOException {
        List<File> reversed = files(COMMITTED.plusSeconds(60));
        Collections.reverse(reversed);
        written(saved(reversed, "1", false));
        Path layer = directory.resolve("layer.tar");
        try (TarFile archive = new TarFile(archive(1))) {
            TarArchiveEntry entry = archive.getEntries().get(1);
            Files.copy(archive.getInputStream(entry), layer);
        }
        try (TarFile tar = new TarFile(layer)) {
            List<TarArchiveEntry> entries = tar.getEntries();
            assertThat(entries.stream().map(TarArchiveEntry::getName))
                    .containsExactly("opt/", "opt/a", "opt/b", "opt/c", "opt/to-a", "opt/again");
            TarArchiveEntry own = entries.get(3);
            assertThat(own.getMode() & 0777).isEqualTo(0600);
            assertThat(own.getLongUserId()).isEqualTo(10_001);
            assertThat(own.getLastModifiedTime().toInstant()).isEqualTo(COMMITTED);
            assertThat(entries.get(2).getLastModifiedTime().toInstant()).isEqualTo(OLD);
            assertThat(new String(tar.getInputStream(own).readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("third");
            assertThat(entries.get(4).getLinkName()).isEqualTo("a");
            assertThat(entries.get(5).isLink()).isTrue();
        }
    }

    @Test
    void aFileThatGivesRightsIsRefused() throws IOException {
        Path saved = save(layer(files(COMMITTED), "SCHILY.xattr.security.capability"), "1");
        assertThatThrownBy(() -> written(saved)).isInstanceOf(IOException.class).hasMessageContaining("opt/a");
    }

    private ImageArchive written(Path saved) throws IOException {
        Path scratch = Files.createTempDirectory(directory, "scratch");
        return ImageArchive.write(saved, archive(++archives), scratch, "gavel/x:1", COMMITTED);
    }

    private Path archive(int number) {
        return directory.resolve("image-" + number + ".tar");
    }

    private Path saved(List<File> files, String container, boolean compressed) throws IOException {
        byte[] layer = layer(files, null);
        return save(compressed ? compressed(layer) : layer, container);
    }

    /** As {@code docker save} writes it. */
    private Path save(byte[] layer, String container) throws IOException {
        Path saved = Files.createTempFile(directory, "saved", ".tar");
        String configuration = """
                {"architecture":"amd64","os":"linux","created":"2026-11-26T0%s:00:00Z","container":"%s",
                 "container_config":{"Hostname":"%s"},"config":{"Hostname":"%s","Image":"sha256:%s","User":"10001"},
                 "history":[{"created":"2026-11-26T08:00:00Z","created_by":"COPY"}],
                 "rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}""".formatted(container.length(), container, container, container, container, container);
        try (TarArchiveOutputStream tar = Layer.tar(Files.newOutputStream(saved))) {
            add(tar, File.of("abc/layer.tar", "", OLD), layer);
            add(tar, File.of("abc.json", "", OLD), configuration.getBytes(StandardCharsets.UTF_8));
            add(
                    tar,
                    File.of("manifest.json", "", OLD),
                    "[{\"Config\":\"abc.json\",\"RepoTags\":[\"x:1\"],\"Layers\":[\"abc/layer.tar\"]}]"
                            .getBytes(StandardCharsets.UTF_8));
        }
        return saved;
    }

    private static byte[] layer(List<File> files, String attribute) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = Layer.tar(bytes)) {
            for (File file : files) {
                boolean content = file.kind() == TarConstants.LF_NORMAL;
                TarArchiveEntry entry = entry(file, content ? file.content().length() : 0);
                if (attribute != null && content) {
                    entry.addPaxHeader(attribute, "x");
                }
                tar.putArchiveEntry(entry);
                if (content) {
                    tar.write(file.content().getBytes(StandardCharsets.UTF_8));
                }
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    private static void add(TarArchiveOutputStream tar, File file, byte[] content) throws IOException {
        tar.putArchiveEntry(entry(file, content.length));
        tar.write(content);
        tar.closeArchiveEntry();
    }

    private static TarArchiveEntry entry(File file, long size) {
        TarArchiveEntry entry = new TarArchiveEntry(file.name(), file.kind());
        entry.setMode(file.mode());
        entry.setIds(file.user(), file.user());
        entry.setModTime(FileTime.from(file.changed()));
        entry.setSize(size);
        if (file.kind() == TarConstants.LF_LINK || file.kind() == TarConstants.LF_SYMLINK) {
            entry.setLinkName(file.content());
        }
        return entry;
    }

    private static byte[] compressed(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(bytes)) {
            stream.write(content);
        }
        return bytes.toByteArray();
    }
}
