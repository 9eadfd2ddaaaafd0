package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Helm chart has the same templates as the harness, and values of its own for their places. */
class ChartTest {
    private static final Path CHART = Path.of("../deploy/helm/gavel");
    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

    private static List<Path> files(String directory) throws IOException {
        try (Stream<Path> files = Files.list(CHART.resolve(directory))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Helm refuses a file with a place that nothing is known for, and the whole chart with it. */
    @Test
    void itHasAValueForEveryPlaceOfTheHarnesssTemplates() throws IOException {
        int places = 0;
        for (Path file : files("files")) {
            for (Path template : files("templates")) {
                String text = Files.readString(template);
                if (!text.contains('"' + file.getFileName().toString() + '"')) {
                    continue;
                }
                for (MatchResult place :
                        PLACE.matcher(Files.readString(file)).results().toList()) {
                    assertThat(text).as("%s for %s", template, file).contains('"' + place.group(1) + "\" ");
                    places++;
                }
            }
        }
        assertThat(places).isGreaterThan(30);
    }
}
