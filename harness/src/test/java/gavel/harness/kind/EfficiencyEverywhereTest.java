package gavel.harness.kind;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Power;
import gavel.harness.platform.local.proc.Rapl;
import gavel.harness.report.SampleResults;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunResult;
import gavel.harness.result.efficiency.Efficiency;
import gavel.harness.result.efficiency.Price;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.site.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users per core, GiB, cost and watt stand wherever a result is shown, the power from a planted tree of the kernel. */
class EfficiencyEverywhereTest {
    private static final Price PRICE = new Price(0.5, "EUR", "one machine; prices of 2026-11-01");

    @TempDir
    private Path home;

    /** 9,000 J in 60 s are 150 W. */
    private Power planted() throws IOException {
        Rapl rapl = new Rapl(home.resolve("powercap"));
        energy("intel-rapl:0", "package-0", 1_000_000);
        energy("intel-rapl:0:1", "dram", 0);
        Rapl.Reading before = rapl.read();
        energy("intel-rapl:0", "package-0", 8_001_000_000L);
        energy("intel-rapl:0:1", "dram", 1_000_000_000);
        Rapl.Reading after = rapl.read();
        return new Power(after.joulesSince(before) / 60, after.zones());
    }

    private void energy(String zone, String name, long microjoules) throws IOException {
        Path directory = Files.createDirectories(home.resolve("powercap").resolve(zone));
        Files.writeString(directory.resolve("name"), name + "\n");
        Files.writeString(directory.resolve("max_energy_range_uj"), "262143328850\n");
        Files.writeString(directory.resolve("energy_uj"), microjoules + "\n");
    }

    private static RunResult with(RunResult r, Power power) {
        Collected collected = r.collected();
        MachineUse metered = RecordCopy.with(collected.machine(), "power", power);
        return RecordCopy.with(r, "collected", RecordCopy.with(collected, "machine", metered), "efficiency", List.of());
    }

    @Test
    void aRunThatHeldSaysThemInTerminalReportResultIndexAndSite() throws IOException {
        RunKind kind = new RunKind();
        RunResult run = with(SampleResults.passed(), planted()).with(PRICE);
        kind.write(run, home.resolve("results/one"));

        assertThat(run.efficiency())
                .extracting(Efficiency::unit, Efficiency::middle)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("core", 50.0),
                        org.assertj.core.groups.Tuple.tuple("GiB", 100.0 / 24),
                        org.assertj.core.groups.Tuple.tuple("EUR/h", 200.0),
                        org.assertj.core.groups.Tuple.tuple("watt", 100.0 / 150));
        assertThat(kind.summary(run, null))
                .contains(
                        "Per core    at least 50.0 users, with 2.00 cores: the whole machine, its drivers included",
                        "Per watt    at least 0.667 users, with 150 watts: dram of package-0, package-0");
        assertThat(home.resolve("results/one/report.html"))
                .content()
                .contains("<h2>Efficiency</h2>", "at least 200", "dram of package-0, package-0");
        assertThat(kind.read(home.resolve("results/one"))).isEqualTo(run);
        assertThat(home.resolve("results/index.csv"))
                .content()
                .contains(
                        ",PASS,users for each unit,per core at least 50.0; per GiB at least 4.17; per EUR/h at least 200; per watt at least 0.667,100,");
        Site.make(ResultKinds.KNOWN, List.of(home.resolve("results")), home.resolve("site"));
        assertThat(home.resolve("site/index.html"))
                .content()
                .contains("Users per watt</th>", "data-v=\"0.666667\">0.667<small>at least</small>");
    }

    @Test
    void aRunThatDidNotHoldHasNone() throws IOException {
        RunResult failed = with(SampleResults.overloaded(), planted()).with(PRICE);

        assertThat(failed.efficiency()).isEmpty();
        assertThat(new RunKind().index(failed).rule()).isEqualTo("response");
        assertThat(new RunKind().summary(failed, null)).noneMatch(line -> line.startsWith("Per "));
        assertThat(SampleResults.neverLoaded().with(PRICE).efficiency()).isEmpty();
    }

    @Test
    void aSearchSaysThemWithTheIntervalOfItsPeak() {
        PeakKind kind = new PeakKind();
        var peak = SampleSweeps.peak(SampleSweeps.found(1_000), 0.5).with(PRICE);

        assertThat(kind.summary(peak, null))
                .contains(
                        "Per EUR/h   2,000 users (1,960 to 2,040), with 0.500 EUR/h: one machine; prices of 2026-11-01");
        assertThat(kind.index(peak).subject())
                .isEqualTo(
                        "980 to 1020; per core 500 (490 to 510); per GiB 41.7 (40.8 to 42.5); per EUR/h 2000 (1960 to 2040)");
        assertThat(kind.keyFigures(peak).efficiency()).isEqualTo(peak.efficiency());
    }
}
