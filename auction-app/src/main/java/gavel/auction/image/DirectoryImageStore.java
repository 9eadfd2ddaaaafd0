package gavel.auction.image;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Keeps pictures as files of a directory that every node sees, 256 times 256 folders deep.
 *
 * <p>A file is written under a temporary name, forced to the disk, and renamed. So a reader sees all of it or nothing, and what was
 * confirmed survives a power cut. Nothing is ever listed but by the data set's commands. On NFS the server forces: its export must be
 * {@code sync}. A file a node has looked for in vain may stay hidden from it as long as the mount caches absent names
 * ({@code lookupcache=positive} does not).
 */
public final class DirectoryImageStore implements ImageStore {
    private static final HexFormat HEX = HexFormat.of();

    private static final long LEFT_ON_DISK = 256L << 20;

    private final Path root;

    public DirectoryImageStore(Path root) {
        this.root = root;
    }

    @Override
    public void write(Collection<Picture> pictures) throws IOException {
        requireRoom(pictures);
        Map<Path, Path> unfinished = new LinkedHashMap<>();
        try {
            for (Picture picture : pictures) {
                Path file = file(picture.imageId(), picture.size());
                makeFolder(file.getParent());
                Path part = file.resolveSibling("." + UUID.randomUUID() + ".part");
                unfinished.put(part, file);
                Files.write(part, picture.bytes());
            }
            for (Path part : unfinished.keySet()) {
                force(part, StandardOpenOption.WRITE);
            }
            Set<Path> folders = new LinkedHashSet<>();
            for (Map.Entry<Path, Path> each : unfinished.entrySet()) {
                Files.move(
                        each.getKey(),
                        each.getValue(),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
                folders.add(each.getValue().getParent());
            }
            for (Path folder : folders) {
                force(folder, StandardOpenOption.READ);
            }
        } finally {
            for (Path part : unfinished.keySet()) {
                Files.deleteIfExists(part);
            }
        }
    }

    /** A full disk ends more than pictures. */
    private void requireRoom(Collection<Picture> pictures) throws IOException {
        long bytes =
                pictures.stream().mapToLong(picture -> picture.bytes().length).sum();
        Path folder = Files.createDirectories(root);
        if (Files.getFileStore(folder).getUsableSpace() - bytes < LEFT_ON_DISK) {
            throw new StoreFullException(
                    "less than " + (LEFT_ON_DISK >> 20) + " MiB would be left on the disk of " + folder, null);
        }
    }

    /** New folders are entries of the one above, which has to reach the disk as well. */
    private void makeFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            boolean newParent = !Files.isDirectory(folder.getParent());
            Files.createDirectories(folder);
            force(folder.getParent(), StandardOpenOption.READ);
            if (newParent) {
                force(root, StandardOpenOption.READ);
            }
        }
    }

    private static void force(Path path, StandardOpenOption mode) throws IOException {
        try (FileChannel channel = FileChannel.open(path, mode)) {
            channel.force(true);
        }
    }

    @Override
    public Optional<byte[]> read(String imageId, ImageSize size) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file(imageId, size)));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    @Override
    public void delete(Collection<String> imageIds) throws IOException {
        for (String id : imageIds) {
            for (ImageSize size : ImageSize.values()) {
                Files.deleteIfExists(file(id, size));
            }
        }
    }

    /** Without those that were never finished. */
    @Override
    public void list(Listing listing) throws IOException {
        if (Files.notExists(root)) {
            return;
        }
        Path folder = root.toRealPath();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (!name.startsWith(".")) {
                    listing.stored(key(folder, file, name), attributes.size() == 0);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** A file that is not where it would be looked for is no picture. */
    private static String key(Path folder, Path file, String name) {
        int dot = name.lastIndexOf('.');
        String id = dot < 0 ? name : name.substring(0, dot);
        return ImageIds.isValid(id) && file.equals(place(folder, id, name))
                ? id + ":" + name.substring(dot + 1)
                : folder.relativize(file).toString();
    }

    private Path file(String imageId, ImageSize size) {
        return place(root, ImageIds.require(imageId), imageId + "." + size.key());
    }

    private static Path place(Path root, String imageId, String name) {
        int spread = imageId.hashCode() * 0x9E3779B9;
        return root.resolve(HEX.toHexDigits((byte) (spread >>> 24)))
                .resolve(HEX.toHexDigits((byte) (spread >>> 16)))
                .resolve(name);
    }
}
