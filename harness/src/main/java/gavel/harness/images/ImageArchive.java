package gavel.harness.images;

import gavel.driver.api.text.Sha256;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An archive as {@code docker save} writes it, written again without what differs between two builds of the same files: times, names of build
 * containers, the order of files. Engines know the image by the digest of its configuration, so equal files then are an equal image.
 *
 * @param id by which engines know the image
 * @param bytes of its layers
 */
record ImageArchive(String id, long bytes) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String MANIFEST = "manifest.json";
    /** What an engine notes about the container a layer was made in. */
    private static final List<String> OF_THE_BUILD =
            List.of("container", "container_config", "docker_version", "parent", "moby.buildkit.buildinfo.v1");

    /**
     * @param saved of one image
     * @param target of the archive
     * @param scratch directory for what is between the two
     * @param name the image is loaded as
     * @param latest no time in it is later
     */
    static ImageArchive write(Path saved, Path target, Path scratch, String name, Instant latest) throws IOException {
        Map<String, Path> layers = new LinkedHashMap<>();
        List<String> digests = new ArrayList<>();
        ObjectNode configuration;
        try (TarFile archive = new TarFile(saved)) {
            JsonNode manifest = JSON.readTree(content(archive, MANIFEST)).path(0);
            configuration = (ObjectNode)
                    JSON.readTree(content(archive, manifest.path("Config").asString()));
            for (JsonNode layer : manifest.path("Layers")) {
                Path raw = scratch.resolve("layer-" + digests.size() + ".saved");
                try (InputStream stream = archive.getInputStream(entry(archive, layer.asString()))) {
                    Files.copy(stream, raw);
                }
                Path plain = scratch.resolve("layer-" + digests.size() + ".tar");
                String digest = Layer.write(raw, plain, latest);
                Files.delete(raw);
                digests.add(digest);
                layers.put(digest, plain);
            }
        }
        byte[] about = JSON.writeValueAsBytes(plain(configuration, digests, latest));
        String id = Sha256.hex(about);
        long bytes = 0;
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(target));
                TarArchiveOutputStream tar = Layer.tar(file)) {
            put(tar, id + ".json", about, latest);
            for (Map.Entry<String, Path> layer : layers.entrySet()) {
                bytes += Files.size(layer.getValue());
                head(tar, layer.getKey() + ".tar", Files.size(layer.getValue()), latest);
                Files.copy(layer.getValue(), tar);
                tar.closeArchiveEntry();
            }
            put(tar, MANIFEST, JSON.writeValueAsBytes(manifest(id, name, digests)), latest);
        }
        return new ImageArchive(id, bytes);
    }

    private static List<Map<String, Object>> manifest(String id, String name, List<String> digests) {
        Map<String, Object> image = new LinkedHashMap<>();
        image.put("Config", id + ".json");
        image.put("RepoTags", List.of(name));
        image.put("Layers", digests.stream().map(digest -> digest + ".tar").toList());
        return List.of(image);
    }

    private static ObjectNode plain(ObjectNode configuration, List<String> digests, Instant latest) {
        configuration.remove(OF_THE_BUILD);
        configuration.put("created", latest.toString());
        if (configuration.path("config") instanceof ObjectNode runs) {
            runs.remove(List.of("Hostname", "Image"));
        }
        for (JsonNode step : configuration.path("history")) {
            ((ObjectNode) step).put("created", latest.toString());
        }
        ArrayNode layers =
                configuration.putObject("rootfs").put("type", "layers").putArray("diff_ids");
        digests.forEach(digest -> layers.add("sha256:" + digest));
        return configuration;
    }

    private static TarArchiveEntry entry(TarFile archive, String name) throws IOException {
        return archive.getEntries().stream()
                .filter(entry -> entry.getName().equals(name))
                .findFirst()
                .map(entry -> entry.isSymbolicLink() ? target(archive, entry) : entry)
                .orElseThrow(() -> new IOException("the engine's archive has no " + name));
    }

    /** Engines save a layer that is there twice as a link: {@code ../DIGEST/layer.tar}. */
    private static TarArchiveEntry target(TarFile archive, TarArchiveEntry link) {
        String name = Path.of(link.getName())
                .resolveSibling(link.getLinkName())
                .normalize()
                .toString();
        return archive.getEntries().stream()
                .filter(entry -> entry.getName().equals(name))
                .findFirst()
                .orElse(link);
    }

    private static byte[] content(TarFile archive, String name) throws IOException {
        try (InputStream stream = archive.getInputStream(entry(archive, name))) {
            return stream.readAllBytes();
        }
    }

    private static void put(TarArchiveOutputStream tar, String name, byte[] content, Instant latest)
            throws IOException {
        head(tar, name, content.length, latest);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    private static void head(TarArchiveOutputStream tar, String name, long size, Instant latest) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(size);
        entry.setModTime(FileTime.from(latest));
        tar.putArchiveEntry(entry);
    }
}
