package gavel.harness.platform;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Instance;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Watch;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchedInstanceTest {
    private final AtomicInteger asked = new AtomicInteger();

    private Optional<Instance> watched(long pid, Watch watch) {
        InstanceSpec spec = InstanceSpec.of("appServers", "app1", new Launch.Elsewhere(""))
                .watch(watch)
                .build();
        return WatchedInstance.of(spec, pid, secret -> "value of " + secret, () -> {
            asked.incrementAndGet();
            return "Server 1.0";
        });
    }

    @Test
    void aProcessIsWatchedByItsNumber() {
        assertThat(watched(7, new Watch.Processes()).orElseThrow().pid()).isEqualTo(7);
        assertThat(watched(0, new Watch.Processes()).orElseThrow().watchable()).isFalse();
        assertThat(watched(7, new Watch.Nothing())).isEmpty();
    }

    @Test
    void aPageIsOpenedByItsToken() {
        Instance page = watched(7, new Watch.Prometheus(URI.create("http://a/metrics"), Secret.MANAGEMENT))
                .orElseThrow();

        assertThat(page.metrics().token()).isEqualTo("value of management");
        assertThat(page.pid()).isEqualTo(7);
    }

    @Test
    void aDatabaseIsAskedWithItsPassword() {
        Instance database =
                watched(7, new Watch.Database("jdbc:x", "me", Secret.DATABASE)).orElseThrow();

        assertThat(database.database()).isEqualTo(new Instance.Database("jdbc:x", "me", "value of database"));
    }

    @Test
    void whatIsReachedInAnotherWayIsReadThere() {
        InstanceSpec.Builder spec = InstanceSpec.of("appServers", "app1", new Launch.Elsewhere(""));
        List<String> texts = new ArrayList<>();
        List<Watch> all = List.of(
                new Watch.Prometheus(URI.create("http://far:1/metrics"), Secret.MANAGEMENT),
                new Watch.Database("jdbc:x://far:1/db", "me", Secret.DATABASE),
                new Watch.Server((given, _) -> {
                    texts.add(given.apply("mongodb://${secret:documents}@far:1/"));
                    return null;
                }));
        List<Instance> near = all.stream()
                .map(watch -> WatchedInstance.of(
                                spec.watch(watch).build(),
                                7,
                                secret -> "far:1",
                                text -> text.replace("far:1", "localhost:2"),
                                () -> "")
                        .orElseThrow())
                .toList();

        assertThat(near.get(0).metrics().uri()).isEqualTo(URI.create("http://localhost:2/metrics"));
        assertThat(near.get(0).metrics().token()).as("no address").isEqualTo("far:1");
        assertThat(near.get(1).database().url()).isEqualTo("jdbc:x://localhost:2/db");
        assertThat(near.get(1).database().password()).isEqualTo("far:1");
        assertThat(texts).as("a secret is put in afterwards").containsExactly("mongodb://far:1@localhost:2/");
    }

    @Test
    void onlyAServerIsAskedForItsVersion() {
        watched(7, new Watch.Processes());
        watched(7, new Watch.Database("jdbc:x", "me", Secret.DATABASE));
        assertThat(asked).hasValue(0);

        StringBuilder seen = new StringBuilder();
        watched(7, new Watch.Server((secrets, version) -> {
            seen.append(secrets.apply("${secret:broker}")).append(' ').append(version);
            return null;
        }));
        assertThat(seen).hasToString("value of broker Server 1.0");
        assertThat(asked).hasValue(1);
    }
}
