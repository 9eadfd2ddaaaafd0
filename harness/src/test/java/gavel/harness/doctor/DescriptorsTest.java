package gavel.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.doctor.Descriptors.Need;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescriptorsTest {
    private static final long LIMIT = 20_000;
    private static final int CORES = 2;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            appServers.count=1                                                  | application server | 3948
            appServers.count=2                                                  | driver             | 3974
            appServers.count=2, drivers.count=2                                 | application server | 7897
            drivers.http=auto                                                   | application server | 3948
            """)
    void theProcessThatBearsTheFewestUsersDecides(String settings, String processes, int users) {
        Need need = Descriptors.narrowest(configuration(settings), CORES, LIMIT);

        assertThat(need.processes()).isEqualTo(processes);
        assertThat(need.usersWithin(LIMIT)).isEqualTo(users);
        assertThat(need.usual(users)).isLessThanOrEqualTo(LIMIT);
        assertThat(need.usual(users + need.count())).isGreaterThan(LIMIT);
    }

    @Test
    void aBalancerThatPassesOnHasEachConnectionOnBothSides() {
        Need balancer = named(
                "balancer", "balancers.implementation=haproxy, webServers.implementation=nginx, drivers.http=auto");

        assertThat(balancer.usual()).isEqualTo(2 * 1.1);
        assertThat(balancer.most()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"nginx, 0, 2", "nginx, 4, 4", "httpd, 0, 7", "httpd, 3, 3", "caddy, 0, 1"})
    void theWorkersOfAWebServerShareItsConnections(String implementation, int workers, int count) {
        String settings = "load.users=256, webServers.implementation=" + implementation
                + (workers == 0 ? "" : ", webServers.workers=" + workers);

        assertThat(named("web server's worker", settings).count()).isEqualTo(count);
    }

    @Test
    void aWebServerWhoseHostMayUseOneCoreHasOneWorker() {
        assertThat(named("web server's worker", "webServers.implementation=nginx, hosts.webServers.cpu=0.5")
                        .count())
                .isEqualTo(1);
    }

    @Test
    void aServerBehindOthersHasRequestsInsteadOfConnections() {
        String settings = "webServers.implementation=nginx";

        assertThat(named("application server", settings).usual())
                .isLessThan(named("driver", settings).usual());
    }

    @Test
    void aCapOfConnectionsBoundsWhatIsNeeded() {
        Configuration capped = configuration("drivers.maxConnections=10000");

        assertThat(Descriptors.narrowest(capped, CORES, LIMIT).usersWithin(LIMIT))
                .isEqualTo(Integer.MAX_VALUE);
        assertThat(Descriptors.narrowest(capped, CORES, 5_000).usersWithin(5_000))
                .isEqualTo((5_000 - 256) / 5);
        assertThat(Descriptors.of(capped, CORES))
                .allSatisfy(need -> assertThat(need.usual(1_000_000)).isBetween(10_000L, 11_000L));
    }

    @Test
    void whoHasFewerDescriptorsThanItsOwnBearsNobody() {
        assertThat(Descriptors.narrowest(configuration(""), CORES, 100).usersWithin(100))
                .isZero();
    }

    private static Need named(String processes, String settings) {
        return Descriptors.of(configuration(settings), CORES).stream()
                .filter(need -> need.processes().equals(processes))
                .findFirst()
                .orElseThrow();
    }

    private static Configuration configuration(String settings) {
        List<SettingOverride> overrides = Stream.of(settings.split(", "))
                .filter(each -> !each.isEmpty())
                .map(SettingOverride::parse)
                .toList();
        return new Configurations(Path.of("../deploy/configs")).read("minimal", overrides);
    }
}
