package gavel.driver.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about profiles shows what its own changes give. */
class ProfilePageTest {
    private static final Path PAGE = Path.of("../docs/how-to/write-a-profile.md");

    @Test
    void itsChangesGiveTheFiguresItShows() throws IOException {
        String page = Files.readString(PAGE);
        String text = new String(ProfileReader.bytesOfBuiltIn("liveauction"), StandardCharsets.UTF_8);
        text = changed(text, "(?m)^name: .*", "name: browsing");
        for (String line : new String[] {"(?m)^ +then: \\{list: 14.*", "(?m)^cycle: .*"}) {
            text = changed(text, line, first(page, line));
        }
        Profile profile = ProfileReader.parse("my.yaml", text.getBytes(StandardCharsets.UTF_8));

        assertThat(page).contains("✓ my.yaml is a profile: browsing, SHA-256 " + profile.sha256() + "\n");
        assertThat(Description.of(profile)).endsWith(first(page, "(?m)^a session: .*\na user: .*\n"));
    }

    private static String changed(String text, String line, String to) {
        assertThat(Pattern.compile(line).matcher(text).results()).hasSize(1);
        return text.replaceFirst(line, Matcher.quoteReplacement(to));
    }

    private static String first(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .findFirst()
                .orElseThrow()
                .group();
    }
}
