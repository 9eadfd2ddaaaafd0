package gavel.harness.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.FakeHost;
import gavel.harness.tier.documents.MongoDb;
import gavel.harness.tier.front.Httpd;
import gavel.harness.tier.server.PostgreSql;
import gavel.harness.tier.server.RabbitMq;
import gavel.harness.topology.Program;
import gavel.harness.topology.Tier;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class InstalledTest {
    private static final Program POSTGRESQL = program(new PostgreSql());
    private static final Program RABBITMQ = program(new RabbitMq());
    private static final Program MONGOD = program(new MongoDb());
    private final FakeHost host = new FakeHost();
    private final Installed installed = new Installed(host);

    private static Program program(Tier tier) {
        return tier.programs().getFirst();
    }

    @Test
    void aProgramSaysItsVersion() {
        host.installed("postgres", Path.of("/usr/lib/postgresql/15/bin/postgres"));
        host.says("/usr/lib/postgresql/15/bin/postgres", "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)");

        assertThat(installed.version(POSTGRESQL)).isEqualTo("PostgreSQL 15.18");
    }

    @Test
    void anotherIsKnownByItsPlaceBecauseAskingItTakesSeconds() {
        host.installed("rabbitmq-server", Path.of("/usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8/sbin/rabbitmq-server"));

        assertThat(installed.version(RABBITMQ)).isEqualTo("RabbitMQ 3.10.8");
    }

    @Test
    void aMissingOneIsToldWithWhatToDo() {
        assertThatThrownBy(() -> installed.path(POSTGRESQL))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage(
                        "PostgreSQL is not installed: `gavel install` with the same configuration installs it (package postgresql)");
        assertThat(installed.version(POSTGRESQL)).isEqualTo("PostgreSQL");
    }

    @Test
    void versionsThatAreTooOldAreRefused() {
        host.installed("mongod", Path.of("/usr/bin/mongod"));
        host.says("/usr/bin/mongod", "db version v5.0.31");
        assertThatThrownBy(() -> installed.requireRecent(MONGOD))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage(
                        "MongoDB must be 6.0 or later (documents.implementation): MongoDB 5.0.31; install a newer one");

        for (String fine : List.of("db version v6.0.1", "db version v8.0.12", "who knows")) {
            host.says("/usr/bin/mongod", fine);
            assertThatCode(() -> installed.requireRecent(MONGOD)).doesNotThrowAnyException();
        }
        assertThat(MONGOD.advice()).contains("MongoDB's own repository");
    }

    @Test
    void placesOfAProgramAreFilledIn() {
        host.installed("postgres", Path.of("/usr/lib/postgresql/15/bin/postgres"));
        host.installed("httpd", Path.of("/usr/sbin/httpd"));

        assertThat(installed.placed(POSTGRESQL, Program.PATH)).isEqualTo("/usr/lib/postgresql/15/bin/postgres");
        assertThat(installed.placed(POSTGRESQL, Program.beside("initdb")))
                .isEqualTo("/usr/lib/postgresql/15/bin/initdb");
        assertThat(installed.placed(program(new Httpd()), "LoadModule x " + Program.LIBRARIES + "/x.so"))
                .isEqualTo("LoadModule x /usr/lib64/httpd/modules/x.so");
        assertThat(installed.placed(POSTGRESQL, "${secret:database}")).isEqualTo("${secret:database}");
        assertThat(installed.placed(null, Program.PATH)).isEqualTo(Program.PATH);
    }
}
