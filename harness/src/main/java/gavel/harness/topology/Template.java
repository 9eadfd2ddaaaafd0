package gavel.harness.topology;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server's configuration file with {@code ${places}} for what a deployment decides. */
public final class Template {
    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

    private Template() {}

    /** @param name of the file beside the class */
    public static String fill(Class<?> beside, String name, Map<String, String> values) {
        return PLACE.matcher(text(beside, name)).replaceAll(place -> {
            String value = values.get(place.group(1));
            if (value == null) {
                throw new IllegalStateException("nothing is known for " + place.group() + " of " + name);
            }
            return Matcher.quoteReplacement(value);
        });
    }

    private static String text(Class<?> beside, String name) {
        try (InputStream stream = beside.getResourceAsStream(name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("template " + name, e);
        }
    }
}
