package gavel.harness.images;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.deployment.Secrets;
import gavel.harness.embedded.EmbeddedSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

class ContainerSettingsTest {
    private static final Secrets SECRETS = Secrets.generate(new Random(1));

    @TempDir
    private Path directory;

    @Test
    void eachReaderFindsTheOthersByNameAndWithTheirPasswords() throws IOException {
        ContainerSettings.write(directory, 20, SECRETS);
        JsonNode app =
                new YAMLMapper().readTree(directory.resolve("app/app.yaml").toFile());
        EmbeddedSpec services = new JsonMapper()
                .readValue(directory.resolve("services/services.json").toFile(), EmbeddedSpec.class);
        assertThat(app.at("/server/address").asString()).isEqualTo("app1");
        assertThat(app.at("/server/port").asInt()).isEqualTo(8080);
        assertThat(app.at("/management/server/port").asInt()).isEqualTo(8081);
        assertThat(app.at("/gavel/users").asInt()).isEqualTo(20);
        assertThat(app.at("/gavel/sessions/bcrypt-cost").asInt()).isEqualTo(10);
        assertThat(app.at("/gavel/database/url").asString()).isEqualTo("jdbc:postgresql://services1:5432/gavel");
        assertThat(app.at("/gavel/database/password").asString())
                .isEqualTo(services.database().password())
                .isEqualTo(SECRETS.database());
        assertThat(app.at("/gavel/broker/password").asString())
                .isEqualTo(services.broker().password());
        assertThat(app.at("/gavel/documents/uri").asString())
                .contains(services.documents().password() + "@services1:27017/");
        assertThat(services.address()).isEqualTo("services1");
        assertThat(services.followInput()).isFalse();
        assertThat(Files.readString(directory.resolve("app/account-password"))).isEqualTo(SECRETS.accounts());
    }

    @Test
    void nobodyElseReadsThem() throws IOException {
        ContainerSettings.write(directory, 20, SECRETS);
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile).toList()).hasSize(3).allSatisfy(file -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------"));
        }
    }

    @Test
    void whatIsThereStays() throws IOException {
        ContainerSettings.write(directory, 20, SECRETS);
        String before = Files.readString(directory.resolve("app/app.yaml"));
        ContainerSettings.write(directory, 20, Secrets.generate(new Random(2)));
        assertThat(directory.resolve("app/app.yaml")).hasContent(before);
    }
}
