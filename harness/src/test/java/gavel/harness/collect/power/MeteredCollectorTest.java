package gavel.harness.collect.power;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collector;
import gavel.harness.collect.CollectorDiary;
import gavel.harness.collect.Instance;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody's meter shows beside what another collector sees. */
@Timeout(60)
class MeteredCollectorTest {
    private static final Power OTHER = new Power(31, "RAPL");

    @TempDir
    private Path directory;

    private final List<String> diary = new ArrayList<>();

    private String script(String text) throws IOException {
        Path file = directory.resolve("meter");
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file.toString();
    }

    private Collector counted() {
        return new CollectorDiary(diary::add) {
            @Override
            public Collected collected() {
                return new Collected(
                        0,
                        1_000,
                        new Collected.MachineUse(2, 0.5, 0, 0, 1, 1, 1, 0, 0, 0, Outside.NONE, OTHER),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of("first"));
            }
        };
    }

    /** Until it holds, and not for ever. */
    private static void await(BooleanSupplier holds) throws InterruptedException {
        Instant end = Instant.now().plus(Duration.ofSeconds(20));
        while (!holds.getAsBoolean() && Instant.now().isBefore(end)) {
            Thread.sleep(5);
        }
        assertThat(holds.getAsBoolean()).isTrue();
    }

    @Test
    void whereNobodyHasAMeterTheCollectorIsTheOther() {
        Collector other = counted();
        assertThat(MeteredCollector.of(other, null)).isSameAs(other);
    }

    @Test
    void theMeterTakesThePlaceOfWhatTheMachineTells() throws Exception {
        String program = script("echo 142.5");
        try (Collector metered = MeteredCollector.of(counted(), program)) {
            assertThat(metered.collected().machine().power())
                    .as("before it was asked")
                    .isEqualTo(OTHER);
            metered.beginMeasurement();
            await(() -> metered.collected().machine().power().watts() == 142.5);
            metered.endMeasurement();
            assertThat(metered.collected().machine().power()).isEqualTo(new Power(142.5, "meter " + program));
            assertThat(metered.collected().problems()).containsExactly("first");
        }
        assertThat(diary).containsExactly("begin", "end", "close");
    }

    /** The same problem each time is one. */
    @Test
    void aMeterThatTellsNothingIsToldOnceAndWhatTheMachineTellsStays() throws Exception {
        String program = script("echo much");
        try (Collector metered = MeteredCollector.of(counted(), program)) {
            metered.beginMeasurement();
            await(() -> metered.collected().problems().size() == 2);
            metered.beginMeasurement();
            metered.endMeasurement();
            assertThat(metered.collected().problems())
                    .containsExactly("first", "the meter " + program + ": its first line is no number: much");
            assertThat(metered.collected().machine().power()).isEqualTo(OTHER);
        }
    }

    /** Once at the beginning is no mean of the measurement; the meter is asked every two seconds. */
    @Test
    void aMeterThatFellSilentIsNotTakenForTheWholeMeasurement() throws Exception {
        Path asked = directory.resolve("asked");
        String program = script("echo . >> \"" + asked + "\"; test $(wc -l < \"" + asked + "\") -gt 1 || echo 142.5");
        try (Collector metered = MeteredCollector.of(counted(), program)) {
            metered.beginMeasurement();
            await(() -> metered.collected().machine().power().watts() == 142.5);
            await(() -> metered.collected().machine().power().equals(OTHER));
            metered.endMeasurement();
            assertThat(metered.collected().problems())
                    .containsExactly("first", "the meter " + program + ": its first line is no number: ");
        }
    }

    @Test
    void anotherMeasurementBeginsWithNothing() throws Exception {
        String program = script("cat \"$0.watts\"");
        Path watts = directory.resolve("meter.watts");
        Files.writeString(watts, "100\n");
        try (Collector metered = MeteredCollector.of(counted(), program)) {
            metered.beginMeasurement();
            await(() -> metered.collected().machine().power().watts() == 100);
            Files.writeString(watts, "300\n");
            metered.beginMeasurement();
            await(() -> metered.collected().machine().power().watts() == 300);
            metered.endMeasurement();
        }
    }

    @Test
    void whatIsWatchedIsForTheOther() throws Exception {
        try (Collector metered = MeteredCollector.of(counted(), script("echo 1"))) {
            metered.watch(Instance.of("appServers", "app2", 7));
            metered.expectEnd("app1");
            assertThat(metered.latest()).isEqualTo(Sample.NONE);
        }
        assertThat(diary).containsExactly("watch app2", "expect the end of app1", "close");
    }

    @Test
    void closingWithinAMeasurementEndsTheAsking() throws Exception {
        Path asked = directory.resolve("asked");
        String program = script("echo . >> \"" + asked + "\"; echo 5");
        Collector metered = MeteredCollector.of(counted(), program);
        metered.beginMeasurement();
        await(() -> Files.exists(asked));
        metered.close();
        metered.close();
        int times = Files.readAllLines(asked).size();
        Thread.sleep(50);
        assertThat(Files.readAllLines(asked).size()).isEqualTo(times);
        assertThat(diary).containsExactly("begin", "close", "close");
    }
}
