package gavel.harness.tier.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.FakeHost;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProgramTest {
    private final FakeHost host = new FakeHost();

    @Test
    void aProgramSaysItsVersion() {
        host.installed("postgres", Path.of("/usr/lib/postgresql/15/bin/postgres"));
        host.says("/usr/lib/postgresql/15/bin/postgres", "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)");

        assertThat(Program.POSTGRESQL.version(host)).isEqualTo("PostgreSQL 15.18");
    }

    @Test
    void anotherIsKnownByItsPlaceBecauseAskingItTakesSeconds() {
        host.installed("rabbitmq-server", Path.of("/usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8/sbin/rabbitmq-server"));

        assertThat(Program.RABBITMQ.version(host)).isEqualTo("RabbitMQ 3.10.8");
    }

    @Test
    void aMissingOneIsToldWithWhatToDo() {
        assertThatThrownBy(() -> Program.POSTGRESQL.on(host))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("PostgreSQL is not installed: deploy/install-servers.sh installs it (package postgresql)");
        assertThat(Program.POSTGRESQL.version(host)).isEqualTo("PostgreSQL");
    }
}
