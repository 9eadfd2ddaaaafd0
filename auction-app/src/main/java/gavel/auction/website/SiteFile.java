package gavel.auction.website;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** A file of the site, compressed once and kept in memory; all of them together are smaller than one photo. */
record SiteFile(byte[] plain, byte[] zipped, String contentType) {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html;charset=UTF-8",
            "css", "text/css;charset=UTF-8",
            "js", "text/javascript;charset=UTF-8");

    /** @param name ends with the suffix of its type */
    static SiteFile of(String name, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        return new SiteFile(bytes, zip(bytes), type);
    }

    private static byte[] zip(byte[] bytes) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new Smallest(zipped)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return zipped.toByteArray();
    }

    /** Takes its time, as it is done once. */
    private static final class Smallest extends GZIPOutputStream {
        Smallest(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
