package gavel.harness.platform.container;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collector;
import gavel.harness.collect.CollectorDiary;
import gavel.harness.collect.Instance;
import gavel.harness.collect.LiveFigures;
import gavel.harness.platform.local.proc.FakeProc;
import gavel.harness.run.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerCollectorTest {
    private static final LiveFigures FIGURES = new LiveFigures(Map.of("relational", 7.0), Map.of(), Map.of());

    private final Map<Long, Long> killed = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final Collector processes = new CollectorDiary(asked::add) {
        @Override
        public LiveFigures figures() {
            return FIGURES;
        }
    };

    private ContainerCollector collector() {
        return new ContainerCollector(
                processes,
                List.of(
                        Instance.of("relational", "postgresql", 10),
                        Instance.of("appServers", "app1", 20),
                        Instance.elsewhere("broker", "theirs")),
                pid -> killed.getOrDefault(pid, 0L),
                new FakeTime());
    }

    @Test
    void figuresAreThoseOfTheProcesses() throws InterruptedException {
        assertThat(collector().figures()).isSameAs(FIGURES);
    }

    @Test
    void aProcessThatWasKilledForMemoryIsAnEventOfItsInstance() throws InterruptedException {
        killed.put(20L, 4L);
        ContainerCollector collector = collector();
        collector.beginMeasurement();
        killed.put(10L, 1L);
        collector.endMeasurement();

        assertThat(collector.collected().events()).singleElement().satisfies(event -> {
            assertThat(event.instance()).isEqualTo("postgresql");
            assertThat(event.tier()).isEqualTo("relational");
            assertThat(event.kind()).isEqualTo(ProcessEvent.Kind.VANISHED);
            assertThat(event.detail())
                    .isEqualTo("the kernel killed a process of it, as its container was out of memory");
        });
    }

    @Test
    void itIsToldOnceAndHowOften() {
        ContainerCollector collector = collector();
        killed.put(20L, 3L);

        assertThat(collector.collected().events()).hasSize(1);
        assertThat(collector.collected().events()).singleElement().satisfies(event -> assertThat(event.detail())
                .startsWith("the kernel killed 3 processes of it"));
    }

    @Test
    void whatWasBeforeAndWhatIsExpectedIsNone() throws InterruptedException {
        killed.put(20L, 2L);
        ContainerCollector collector = collector();
        collector.expectEnd("app1");
        killed.put(20L, 3L);
        killed.put(30L, 7L);
        collector.watch(Instance.of("appServers", "app2", 30));

        assertThat(collector.collected().events()).isEmpty();
        assertThat(asked).containsExactly("expect the end of app1", "watch app2");
    }

    /** In a pod its first process goes on: only the server was killed, and nothing tells its control group any more. */
    @Test
    void theServerItselfMayBeTheOneThatWasKilled(@TempDir Path directory) throws IOException {
        FakeProc fake = new FakeProc(directory);
        fake.killedForMemory(7, false, 0);
        fake.killedForMemory(20, false, 0);
        ContainerCollector collector = ContainerCollector.within(
                processes, List.of(Instance.of("appServers", "app1", 20)), fake.proc(), 7, new FakeTime());
        Files.delete(directory.resolve("20/cgroup"));
        fake.killedForMemory(7, false, 1);

        assertThat(collector.collected().events()).singleElement().satisfies(event -> assertThat(event.detail())
                .isEqualTo("the kernel killed a process of it, as its container was out of memory"));
    }

    @Test
    void aContainerThatIsGoneCountsNothing() throws InterruptedException {
        killed.put(20L, 2L);
        ContainerCollector collector = collector();
        killed.remove(20L);
        collector.endMeasurement();

        assertThat(collector.collected().events()).isEmpty();
    }
}
