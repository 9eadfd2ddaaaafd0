package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.TierRig;
import gavel.harness.tier.server.PostgreSql;
import gavel.harness.tier.server.RabbitMq;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a tenant gets of data services that it shares, and what keeps them from being shared. */
class GuestAccessTest {
    private static final Configurations READY = new Configurations(Path.of("../deploy/configs"));
    private static final String[] SHARED = {
        "relational.implementation=postgresql",
        "relational.memory=300m",
        "broker.implementation=rabbitmq",
        "broker.memory=200m",
        "documents.implementation=server",
        "hosts.relational.cpu=0.5"
    };

    @TempDir
    Path home;

    private static Configuration small(String... settings) {
        return READY.read(
                "small", List.of(settings).stream().map(SettingOverride::parse).toList());
    }

    /** A tenant that reads its settings on top of the owner's gets a configuration without any problem, and no limit of the owner's hosts. */
    @Test
    void aTenantsConfigurationIsWhole() throws IOException {
        try (TierRig rig = new TierRig(home, false, SHARED)) {
            DataAddresses addresses = DataAddresses.of(rig.running.context());
            Path password = home.resolve(GuestAccess.password("tenant2"));
            Files.createDirectories(password.getParent());
            Files.writeString(password, "secret");
            Files.writeString(home.resolve(GuestAccess.uri("tenant2")), "mongodb://tenant2:secret@127.0.0.1:1/tenant2");

            List<SettingOverride> overrides = new ArrayList<>(
                    List.of(SHARED).stream().map(SettingOverride::parse).toList());
            overrides.addAll(GuestAccess.overrides(
                    rig.deployment.configuration(), addresses, GuestAccess.TIERS, "tenant2", home));
            Configuration tenant = READY.read("small", overrides);

            assertThat(tenant.relational().external()).isTrue();
            assertThat(tenant.relational().url())
                    .isEqualTo("jdbc:postgresql://127.0.0.1:"
                            + rig.deployment.ports().database() + "/tenant2");
            assertThat(tenant.relational().username()).isEqualTo("tenant2");
            assertThat(tenant.broker().virtualHost()).isEqualTo("tenant2");
            assertThat(tenant.broker().port()).isEqualTo(rig.deployment.ports().broker());
            assertThat(tenant.documents().external()).isTrue();
            assertThat(tenant.hosts().relational().wanted()).isFalse();
            assertThat(overrides.toString())
                    .doesNotContain(rig.deployment.secrets().guest("tenant2"))
                    .doesNotContain(rig.deployment.secrets().database());
        }
    }

    @Test
    void whatIsNotSharedStaysItsOwn() {
        try (TierRig rig = new TierRig(home, false, SHARED)) {
            List<SettingOverride> overrides = GuestAccess.overrides(
                    rig.deployment.configuration(),
                    DataAddresses.of(rig.running.context()),
                    List.of("broker"),
                    "tenant1",
                    home);
            assertThat(overrides)
                    .extracting(SettingOverride::path)
                    .isNotEmpty()
                    .allMatch(path -> path.startsWith("broker."));
        }
    }

    @Test
    void everyTenantHasADatabaseThatNobodyElseMayConnectTo() {
        try (TierRig rig = new TierRig(home, false, SHARED)) {
            Step step =
                    new PostgreSql().admission(rig.running.context(), "tenant1").orElseThrow();
            Step.Statements statements = (Step.Statements) step.action();
            assertThat(statements.statements())
                    .contains(
                            "CREATE ROLE tenant1 LOGIN PASSWORD '${secret:guest-tenant1}'",
                            "CREATE DATABASE tenant1 OWNER tenant1",
                            "REVOKE CONNECT ON DATABASE tenant1 FROM PUBLIC");
            assertThat(statements.unless()).isEqualTo("SELECT 1 FROM pg_database WHERE datname = 'tenant1'");
        }
    }

    @Test
    void everyTenantHasAVirtualHostAndItsPasswordIsInASecretFileOnly() {
        try (TierRig rig = new TierRig(home, false, SHARED)) {
            Step step =
                    new RabbitMq().admission(rig.running.context(), "tenant1").orElseThrow();
            Step.Command command = (Step.Command) step.action();
            FileSpec file = command.files().getFirst();
            assertThat(command.command()).contains("import_definitions").noneMatch(word -> word.contains("${secret"));
            assertThat(file.secret()).isTrue();
            assertThat(file.content())
                    .contains("\"vhosts\":[{\"name\":\"tenant1\"}]", "\"password\":\"${secret:guest-tenant1}\"");
            assertThat(command.command().getLast()).endsWith(file.path());
        }
    }

    @Test
    void eachTenantHasAPasswordOfItsOwn() {
        try (TierRig rig = new TierRig(home, false, SHARED)) {
            List<String> passwords = List.of("tenant1", "tenant2").stream()
                    .map(guest -> rig.running.value(Secret.guest(guest)))
                    .toList();
            assertThat(passwords)
                    .doesNotHaveDuplicates()
                    .doesNotContain(rig.deployment.secrets().database());
            assertThat(rig.running.value(Secret.guest("tenant1"))).isEqualTo(passwords.getFirst());
        }
    }

    @Test
    void everythingThatKeepsThemFromBeingSharedIsTold() {
        assertThat(GuestAccess.problems(small(), GuestAccess.TIERS)).isEmpty();
        assertThat(GuestAccess.problems(READY.read("minimal", List.of()), List.of()))
                .as("nothing is to be shared")
                .isEmpty();
        assertThat(GuestAccess.problems(READY.read("minimal", List.of()), List.of("relationl", "broker", "relational")))
                .containsExactly(
                        "no such tier can be shared (--shared): relationl; did you mean 'relational'?",
                        "relational can be shared where it is a server with accounts: relational.implementation=postgresql"
                                + " (--shared)",
                        "broker can be shared where it is a server with accounts: broker.implementation=rabbitmq (--shared)");
        for (String platform : List.of("compose", "kubernetes")) {
            assertThat(GuestAccess.problems(small("platform=" + platform), List.of("broker")))
                    .singleElement()
                    .asString()
                    .contains("take platform local, or leave out --shared");
            assertThat(GuestAccess.problems(small("platform=" + platform), List.of()))
                    .isEmpty();
        }
        assertThat(GuestAccess.problems(small("relational.implementation=mariadb"), List.of("relational")))
                .hasSize(1);
        assertThat(GuestAccess.problems(small(), List.of("appServers")).getFirst())
                .startsWith("no such tier can be shared (--shared): appServers");
    }
}
