package gavel.harness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.PeakResult;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.peak.pair.PairSide;
import gavel.harness.peak.pair.Ratio;
import gavel.harness.report.html.Links;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RecordCopy;
import gavel.harness.scale.SampleSweeps;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page of a comparison whose sides may be on machines of their own. */
class PairPageTest {
    private static final PeakResult SEARCH = SampleSweeps.peak(SampleSweeps.found(1_000), 0.5);

    private static String page(Disclosure second) {
        return PairPage.render(
                new PairResult(
                        1,
                        SEARCH.run(),
                        SEARCH.search(),
                        new PairConclusion(PairConclusion.Kind.DIFFERENT, new Ratio(1.05, 1.1, 1.15), 9, ""),
                        List.of("hosts.machines[0].address: 10.0.0.1  /  10.0.0.2"),
                        new PairSide(SEARCH.climb(), 1_000, null, null, SEARCH.disclosure()),
                        new PairSide(SEARCH.climb(), 1_100, null, null, second),
                        List.of(),
                        60,
                        List.of()),
                Links.BESIDE);
    }

    @Test
    void otherMachinesAndSoftwareOfTheSecondAreToldBesideThoseOfTheFirst() {
        Disclosure first = SEARCH.disclosure();
        Disclosure second = RecordCopy.with(
                first,
                "host",
                RecordCopy.with(first.host(), "name", "bench-2", "cores", 4),
                "versions",
                Map.of("PostgreSQL", "17.2"));

        assertThat(page(second)).contains("  /  bench-2 · ", " · 4 cores · ", "  /  17.2");
        assertThat(page(first)).doesNotContain("machine: ", "software: ");
        assertThat(page(null)).doesNotContain("machine: ", "software: ");
    }
}
