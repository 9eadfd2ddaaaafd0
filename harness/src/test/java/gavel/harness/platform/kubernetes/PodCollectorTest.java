package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collected.ProcessEvent.Kind;
import gavel.harness.collect.CollectorDiary;
import gavel.harness.collect.Instance;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodCollectorTest {
    private static final LiveFigures FIGURES = new LiveFigures(Map.of("relational", 7.0), Map.of(), Map.of());

    private final List<String> diary = new ArrayList<>();
    private List<ProcessEvent> events = List.of();
    private Map<String, String> troubles = Map.of();

    private final PodCollector collector = new PodCollector(
            new CollectorDiary(diary::add) {
                @Override
                public LiveFigures figures() {
                    return FIGURES;
                }

                @Override
                public Collected collected() {
                    return Collected.NOTHING.with(events);
                }
            },
            name -> name.startsWith("app") ? Optional.of(name) : Optional.empty(),
            () -> {
                diary.add("troubles");
                return troubles;
            });

    private static ProcessEvent event(String instance, Kind kind) {
        return new ProcessEvent(5, "appServers", instance, kind, "host " + instance + ": the connection is lost");
    }

    private List<String> details() {
        return collector.collected().events().stream().map(ProcessEvent::detail).toList();
    }

    @Test
    void theReasonOfTheClusterExplainsALostConnection() {
        events = List.of(event("app1", Kind.VANISHED), event("app2", Kind.VANISHED));
        troubles = Map.of("app1", "it was evicted: low on memory");

        assertThat(details())
                .containsExactly("its pod: it was evicted: low on memory", "host app2: the connection is lost");
        assertThat(collector.collected().events())
                .extracting(ProcessEvent::atMillis)
                .containsOnly(5L);
    }

    @Test
    void aRestartIsWhatTheFarEndSaw() {
        events = List.of(event("app1", Kind.RESTARTED));
        troubles = Map.of("app1", "it is being deleted");

        assertThat(details()).containsExactly("host app1: the connection is lost");
    }

    @Test
    void whereNothingVanishedTheClusterIsNotAsked() {
        assertThat(details()).isEmpty();
        assertThat(diary).isEmpty();
    }

    @Test
    void anInstanceThatIsInNoPodIsLeftAlone() {
        events = List.of(event("external-database", Kind.VANISHED));
        troubles = Map.of("app1", "it is being deleted");

        assertThat(details()).containsExactly("host external-database: the connection is lost");
    }

    @Test
    void everythingElseIsHandedOn() throws InterruptedException {
        collector.beginMeasurement();
        collector.watch(Instance.of("appServers", "app2", 7));
        collector.expectEnd("app2");
        collector.endMeasurement();
        assertThat(collector.latest()).isSameAs(Sample.NONE);
        assertThat(collector.figures()).isSameAs(FIGURES);
        collector.close();

        assertThat(diary).containsExactly("begin", "watch app2", "expect the end of app2", "end", "close");
    }
}
