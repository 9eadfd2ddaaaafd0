package gavel.auction.website;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.stereotype.Component;

/**
 * The web pages as they are sent: a page, a script and one for later, one style sheet, made of the files of the site and the framework
 * once. Script and style are served below a path that contains their version, a digest of all, so that browsers may keep them for ever.
 * Only the page, which names the version, is asked for again.
 */
@Component
final class Site {
    private static final String OWN = "/website/";
    private static final String FRAMEWORK = "META-INF/resources/webjars/preact/*/";
    private static final Map<String, String> FRAMEWORK_FILES =
            Map.of("preact", "dist/preact.module.js", "preact/hooks", "hooks/dist/hooks.module.js");
    private static final String PAGE = "index.html";
    private static final String SCRIPT = "app.js";
    private static final String STYLE = "app.css";
    private static final String LATER_SCRIPT = "more.js";

    /** Of the script of every visit, and of the one for screens that few visits need. */
    private static final List<String> FIRST_MODULES = List.of("main.js", "selling.js");

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Map<String, SiteFile> files;
    private final String version;
    private final SiteFile page;

    Site() {
        Map<String, String> sources = sources();
        String template = sources.get(PAGE);
        if (template == null || !sources.keySet().containsAll(FRAMEWORK_FILES.values())) {
            throw new IllegalStateException(
                    "the site must have " + PAGE + " and " + FRAMEWORK_FILES.values() + ": " + sources.keySet());
        }
        List<String> scripts = Bundle.of(FIRST_MODULES, squeezed(sources), FRAMEWORK_FILES);
        String style = sources.entrySet().stream()
                .filter(source -> source.getKey().endsWith(".css"))
                .map(source -> Squeezed.css(source.getValue()))
                .collect(Collectors.joining());
        version = versionOf(String.join("", scripts), style, template);
        files = Map.of(
                SCRIPT, SiteFile.of(SCRIPT, scripts.getFirst()),
                LATER_SCRIPT, SiteFile.of(LATER_SCRIPT, scripts.getLast()),
                STYLE, SiteFile.of(STYLE, style));
        page = SiteFile.of(PAGE, template.replace("{version}", version));
    }

    /** The framework is small already. */
    private static Map<String, String> squeezed(Map<String, String> sources) {
        Map<String, String> squeezed = new TreeMap<>(sources);
        squeezed.replaceAll((name, text) ->
                name.endsWith(".js") && !FRAMEWORK_FILES.containsValue(name) ? Squeezed.script(text) : text);
        return squeezed;
    }

    String version() {
        return version;
    }

    /** The only page; what it shows is up to its script. */
    SiteFile page() {
        return page;
    }

    /** The Content-Security-Policy of the page: files of this server, and pictures the page has at hand itself. */
    String policy() {
        return POLICY;
    }

    Optional<SiteFile> file(String name) {
        return Optional.ofNullable(files.get(name));
    }

    /** Text by path, in the order of paths. */
    static Map<String, String> sources() {
        var resources = new PathMatchingResourcePatternResolver(Site.class.getClassLoader());
        Map<String, String> read = new TreeMap<>();
        try {
            for (Resource resource : resources.getResources("classpath*:website/**/*.*")) {
                String url = resource.getURL().toString();
                read.put(url.substring(url.lastIndexOf(OWN) + OWN.length()), text(resource));
            }
            for (String file : FRAMEWORK_FILES.values()) {
                for (Resource resource : resources.getResources("classpath*:" + FRAMEWORK + file)) {
                    read.put(file, text(resource));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read;
    }

    private static String text(Resource resource) throws IOException {
        return resource.getContentAsString(StandardCharsets.UTF_8);
    }

    private static String versionOf(String... texts) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (String text : texts) {
                sha.update(text.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(sha.digest(), 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
