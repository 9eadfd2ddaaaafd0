package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.run.Plan.Part;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {
    @TempDir
    Path home;

    private Configuration configuration(String... settings) {
        return new RunRig(home).configuration(settings);
    }

    private Part part(Plan plan, String instance) {
        return plan.parts().stream()
                .filter(part -> part.instance().equals(instance))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyInstanceHasItsTierAndItsMemory() {
        Plan plan = Plan.of(configuration("load.users=1000", "appServers.count=2"));

        assertThat(plan.parts())
                .extracting(Part::instance)
                .containsExactly("postgresql", "embedded-services", "app1", "app2", "driver1", "audit");
        assertThat(part(plan, "app1").heap()).isEqualTo(384 + 1000 / 2 / 2 + 500 / 50);
        assertThat(part(plan, "driver1").heap()).isEqualTo(256 + 1000 / 8);
        assertThat(part(plan, "audit").heap()).isEqualTo(384 + 1000 / 10);
        assertThat(part(plan, "postgresql").mebibytes()).isEqualTo(256 + 1000 / 8);
    }

    @Test
    void everyDriverIsShownWithItsShareOfTheUsers() {
        Plan plan = Plan.of(configuration("load.users=1000", "drivers.count=2", "hosts.drivers.cpu=1"));

        assertThat(part(plan, "driver1").heap()).isEqualTo(256 + 500 / 8);
        assertThat(part(plan, "driver2").host()).isEqualTo("driver2");
    }

    @Test
    void portsThatAreSetAreSaidOthersAreFree() {
        Plan plan = Plan.of(configuration("appServers.count=2", "appServers.port=8080"));

        assertThat(part(plan, "app2").port()).isEqualTo("8081 + 1 free");
        assertThat(part(plan, "driver1").port()).isEqualTo("free");
        assertThat(part(Plan.of(configuration()), "app1").port()).isEqualTo("2 free");
    }

    @Test
    void hostsOfTheirOwnAreShownWithTheirLimitsAndWhatWouldBeMade() {
        Plan plan = Plan.of(configuration(
                "hosts.isolated=true", "appServers.count=2", "appServers.cpu=0.1", "hosts.relational.memory=1g"));

        assertThat(plan.parts())
                .extracting(part -> part.instance() + " on " + part.host())
                .containsExactly(
                        "postgresql on services1",
                        "embedded-services on services1",
                        "app1 on app1",
                        "app2 on app2",
                        "driver1 on localhost",
                        "audit on localhost");
        assertThat(plan.lines())
                .contains(
                        "host app1          address of its own, 0.1 cores",
                        "host services1     address of its own",
                        "would be made on this machine, and taken away with the deployment: a bridge with 3 network namespaces,"
                                + " 2 control groups");
        assertThat(Plan.of(configuration("appServers.cpu=0.1")).lines())
                .contains("would be made on this machine, and taken away with the deployment: 1 control group");
        assertThat(Plan.of(configuration()).lines()).noneMatch(line -> line.startsWith("host "));
    }

    @Test
    void whatIsElsewhereIsShownWithItsAddressAndCostsNothingHere() {
        Plan plan = Plan.of(configuration(
                "relational.implementation=external",
                "relational.url=jdbc:postgresql://far/gavel",
                "relational.username=me",
                "relational.passwordFile=x"));

        Part database = plan.parts().getFirst();
        assertThat(database)
                .isEqualTo(new Part("external-database", "relational", "jdbc:postgresql://far/gavel", "-", 0, 0));
        assertThat(plan.lines().get(1)).startsWith("external-database").endsWith(" -");
    }

    @Test
    void theDocumentStoreIsShownWhereItHasProcessesOfItsOwn() {
        assertThat(part(
                        Plan.of(configuration("load.users=1000", "documents.implementation=server")),
                        "document-server"))
                .isEqualTo(new Part(
                        "document-server",
                        "documents",
                        "localhost",
                        "free",
                        358 + 192 + 358 / 16,
                        256 + 1000 / 10 + 2));

        Plan cluster = Plan.of(
                configuration("hosts.isolated=true", "documents.implementation=mongodb", "documents.topology=sharded"));
        assertThat(cluster.parts())
                .filteredOn(part -> part.tier().equals("documents"))
                .extracting(part -> part.instance() + " on " + part.host())
                .containsExactly(
                        "mongod1 on documents1",
                        "mongod2 on documents2",
                        "mongo-config1 on documents1",
                        "mongos1 on documents2");
    }

    @Test
    void whatIsPlannedIsCalledAsWhatIsStarted() {
        Plan servers = Plan.of(configuration(
                "relational.implementation=mysql",
                "broker.implementation=rabbitmq",
                "webServers.implementation=httpd",
                "balancers.implementation=haproxy"));

        assertThat(servers.parts())
                .extracting(part -> part.instance() + " " + part.port())
                .containsExactly(
                        "mariadb free",
                        "rabbitmq-epmd free",
                        "rabbitmq1 3 free",
                        "embedded-services free",
                        "app1 2 free",
                        "httpd1 2 free",
                        "haproxy1 2 free",
                        "driver1 free",
                        "audit -");
    }

    @Test
    void theTimeIsThatOfThePhasesWithLoadingAndAudit() {
        long smoke = Plan.of(configuration("load.users=100")).predicted().toSeconds();

        assertThat(smoke).isEqualTo(25 + 3 + 15 + 15 + 60 + 10 + 20);
        assertThat(Plan.of(configuration("load.users=100", "load.measure=360s"))
                        .predicted()
                        .toSeconds())
                .isEqualTo(smoke + 300);
        assertThat(Plan.of(configuration("load.users=100", "data.users=1100"))
                        .predicted()
                        .toSeconds())
                .as("a larger set takes longer to load")
                .isEqualTo(smoke + 30);
        assertThat(Plan.of(configuration("load.users=100", "appServers.cpu=0.5"))
                        .predicted()
                        .toSeconds())
                .as("servers that get a quota are warmed up for a minute and a half, however short the load")
                .isEqualTo(smoke + 90);
        assertThat(Plan.of(configuration("load.users=200")).predicted().toSeconds())
                .as("so many users come to servers that half of them have warmed up")
                .isEqualTo(smoke + 3 + (8 + 8));
    }

    @Test
    void theTableEndsWithTheTime() {
        assertThat(Plan.of(configuration()).lines().getFirst()).startsWith("instance ");
        assertThat(Plan.of(configuration()).lines().getLast()).isEqualTo("predicted time: about 2 min 28 s");
    }
}
