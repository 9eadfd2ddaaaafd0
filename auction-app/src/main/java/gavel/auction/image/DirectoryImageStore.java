package gavel.auction.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Optional;

/**
 * Keeps pictures as files of a directory that every node sees, 256 times 256 folders deep.
 *
 * <p>A file is written under a temporary name and renamed, so that a reader sees all of it or nothing.
 */
public final class DirectoryImageStore implements ImageStore {
    private final Path root;

    public DirectoryImageStore(Path root) {
        this.root = root;
    }

    @Override
    public void write(Collection<Picture> pictures) throws IOException {
        for (Picture picture : pictures) {
            Path file = file(picture.imageId(), picture.size());
            Files.createDirectories(file.getParent());
            Path unfinished = Files.createTempFile(file.getParent(), ".", ".part");
            try {
                Files.write(unfinished, picture.bytes());
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(unfinished);
            }
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

    private Path file(String imageId, ImageSize size) {
        int spread = ImageIds.require(imageId).hashCode() * 0x9E3779B9;
        return root.resolve("%02x".formatted(spread >>> 24))
                .resolve("%02x".formatted(spread >>> 16 & 0xff))
                .resolve(imageId + "." + size.key());
    }
}
