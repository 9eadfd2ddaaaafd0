package gavel.driver.api;

import gavel.driver.api.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a profile, before it is parsed: enough to tell it from another.
 *
 * @param name it gives itself; {@code unnamed} where it gives none
 * @param sha256 of its bytes, in hexadecimal, as in the report of the load
 */
public record ProfileSource(String name, String sha256) {
    /** Names that need no file. */
    public static final List<String> BUILT_IN = List.of("liveauction", "classic");

    private static final Pattern NAME = Pattern.compile("(?m)^name:[ \\t]*[\"']?([^\"'#\\s]+)");

    /** @param nameOrPath a built-in name, or the path of a YAML file */
    public static ProfileSource of(String nameOrPath) throws IOException {
        byte[] bytes = BUILT_IN.contains(nameOrPath) ? builtIn(nameOrPath) : TextFile.bytes(Path.of(nameOrPath));
        Matcher name = NAME.matcher(new String(bytes, StandardCharsets.UTF_8));
        return new ProfileSource(name.find() ? name.group(1) : "unnamed", Sha256.hex(bytes));
    }

    public static byte[] builtIn(String name) throws IOException {
        try (InputStream in = ProfileSource.class.getResourceAsStream("/gavel/driver/profile/" + name + ".yaml")) {
            return in.readAllBytes();
        }
    }
}
