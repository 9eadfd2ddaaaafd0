package gavel.harness.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Recipes and files of deploy/ that must say the same as something else. */
class ImageRecipesTest {
    private static final Path DEPLOY = Path.of("../deploy");

    @Test
    void everyImageThatRunsIsNeverRoot() throws IOException {
        for (Image image : Image.values()) {
            List<String> lines = Files.readAllLines(DEPLOY.resolve("images/" + image.word() + "/Dockerfile"));
            assertThat(lines.contains("USER 10001:10001")).as(image.word()).isEqualTo(image.runs());
            assertThat(lines).as(image.word()).containsSubsequence("ARG BELOW", "FROM ${BELOW}");
        }
    }

    @Test
    void serversComeFromThePackagesOfTheInstaller() throws IOException {
        List<String> known = Files.readAllLines(DEPLOY.resolve("packages"));
        for (Image image : List.of(Image.POSTGRESQL, Image.RABBITMQ, Image.NGINX, Image.HAPROXY)) {
            String recipe = Files.readString(DEPLOY.resolve("images/" + image.word() + "/Dockerfile"));
            Matcher packages =
                    Pattern.compile("install-packages\"?,? ([^&\\]]*)").matcher(recipe);
            assertThat(packages.find()).as(image.word()).isTrue();
            String names = packages.group(1).replace("\"", "").replace(",", " ").strip();
            assertThat(Arrays.asList(names.split("\\s+")))
                    .as(image.word())
                    .isNotEmpty()
                    .isSubsetOf(known);
        }
    }

    @Test
    void composeAndChartNameTheVersionOfTheProject() throws IOException {
        Matcher version = Pattern.compile("<version>(.*)</version>").matcher(Files.readString(Path.of("../pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(Files.readString(DEPLOY.resolve("compose/.env"))).contains("GAVEL_TAG=" + version.group(1) + "\n");
        assertThat(Files.readString(DEPLOY.resolve("compose/compose.yaml")))
                .contains("${GAVEL_TAG:-" + version.group(1) + "}");
        assertThat(Files.readString(DEPLOY.resolve("helm/gavel/Chart.yaml")))
                .contains("appVersion: " + version.group(1) + "\n");
    }

    /** The program and each flag as arguments of their own, as an argument file of Java takes them. */
    @Test
    void everyJvmIsStartedAsAnywhereElse() {
        assertThat(BuildContext.options())
                .contains("-XX:+ExitOnOutOfMemoryError", "-Djava.io.tmpdir=/tmp", "-Duser.language=en")
                .allMatch(option -> option.startsWith("-"));
    }
}
