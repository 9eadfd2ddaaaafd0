package gavel.auction.image;

import java.util.Optional;

/** The picture formats that are accepted, told apart by their first bytes and never by what a client says. */
enum PictureType {
    JPEG("image/jpeg", "jpeg", new int[] {0xff, 0xd8, 0xff}),
    PNG("image/png", "png", new int[] {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});

    private final String contentType;
    private final String format;
    private final int[] signature;

    PictureType(String contentType, String format, int[] signature) {
        this.contentType = contentType;
        this.format = format;
        this.signature = signature;
    }

    static Optional<PictureType> of(byte[] bytes) {
        for (PictureType type : values()) {
            if (type.begins(bytes)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    String contentType() {
        return contentType;
    }

    /** The name of the decoder. */
    String format() {
        return format;
    }

    private boolean begins(byte[] bytes) {
        if (bytes.length < signature.length) {
            return false;
        }
        for (int i = 0; i < signature.length; i++) {
            if ((bytes[i] & 0xff) != signature[i]) {
                return false;
            }
        }
        return true;
    }
}
