package gavel.auction.website;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.stereotype.Component;

/**
 * The files of the web pages, read once. They are served below a path that contains their version, a digest of all of them, so that
 * browsers may keep them for ever; only the page that names the version is asked for again.
 */
@Component
final class Site {
    private static final String OWN = "/website/";
    private static final String FRAMEWORK = "/META-INF/resources/webjars/preact/";
    private static final Map<String, String> FRAMEWORK_FILES =
            Map.of("dist/preact.module.js", "lib/preact.js", "hooks/dist/hooks.module.js", "lib/preact-hooks.js");
    private static final String PAGE = "index.html";
    private static final String MAP_BEGIN = "<script type=\"importmap\">";

    private final Map<String, SiteFile> files = new TreeMap<>();
    private final String version;
    private final SiteFile page;
    private final String policy;

    Site() {
        Map<String, byte[]> read = read();
        byte[] template = read.remove(PAGE);
        if (template == null || !read.keySet().containsAll(FRAMEWORK_FILES.values())) {
            throw new IllegalStateException(
                    "the site must have " + PAGE + " and " + FRAMEWORK_FILES.values() + ": " + read.keySet());
        }
        version = versionOf(read, template);
        read.forEach((name, bytes) -> files.put(name, SiteFile.of(name, bytes)));
        String html = new String(template, StandardCharsets.UTF_8).replace("{version}", version);
        page = SiteFile.of(PAGE, html.getBytes(StandardCharsets.UTF_8));
        int begin = html.indexOf(MAP_BEGIN) + MAP_BEGIN.length();
        policy = "default-src 'none'; script-src 'self' 'sha256-"
                + digest(html.substring(begin, html.indexOf("</script>", begin)))
                + "'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none';"
                + " frame-ancestors 'none'";
    }

    String version() {
        return version;
    }

    /** The only page; what it shows is up to its modules. */
    SiteFile page() {
        return page;
    }

    /** The Content-Security-Policy of the page: only files of this server, and the one import map in the page itself. */
    String policy() {
        return policy;
    }

    Optional<SiteFile> file(String name) {
        return Optional.ofNullable(files.get(name));
    }

    private static Map<String, byte[]> read() {
        var resources = new PathMatchingResourcePatternResolver(Site.class.getClassLoader());
        Map<String, byte[]> read = new TreeMap<>();
        try {
            for (Resource resource : resources.getResources("classpath*:website/**/*.*")) {
                String url = resource.getURL().toString();
                read.put(url.substring(url.lastIndexOf(OWN) + OWN.length()), resource.getContentAsByteArray());
            }
            for (Map.Entry<String, String> file : FRAMEWORK_FILES.entrySet()) {
                for (Resource resource :
                        resources.getResources("classpath*:" + FRAMEWORK.substring(1) + "*/" + file.getKey())) {
                    read.put(file.getValue(), resource.getContentAsByteArray());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read;
    }

    private static String versionOf(Map<String, byte[]> files, byte[] template) {
        MessageDigest sha = sha256();
        files.forEach((name, bytes) -> {
            sha.update(name.getBytes(StandardCharsets.UTF_8));
            sha.update(bytes);
        });
        sha.update(template);
        return HexFormat.of().formatHex(sha.digest(), 0, 6);
    }

    private static String digest(String text) {
        return Base64.getEncoder().encodeToString(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
