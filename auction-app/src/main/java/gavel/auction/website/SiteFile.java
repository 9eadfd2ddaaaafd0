package gavel.auction.website;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** A file of the site, compressed once and kept in memory; all of them together are smaller than one photo. */
record SiteFile(byte[] plain, byte[] zipped, String contentType) {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html;charset=UTF-8",
            "css", "text/css;charset=UTF-8",
            "js", "text/javascript;charset=UTF-8",
            "svg", "image/svg+xml");

    static SiteFile of(String name, byte[] bytes) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalStateException("file of the site must end with one of " + TYPES.keySet() + ": " + name);
        }
        return new SiteFile(bytes, zip(bytes), type);
    }

    private static byte[] zip(byte[] bytes) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return zipped.toByteArray();
    }
}
