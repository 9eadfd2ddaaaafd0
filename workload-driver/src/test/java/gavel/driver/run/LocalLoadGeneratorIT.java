package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.stub.StubServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole profile against the stub, at ten times the speed of people. */
class LocalLoadGeneratorIT {
    private static final int USERS = 60;

    @TempDir
    private Path directory;

    @Test
    void theWholeProfileRunsWithoutAFailure() throws Exception {
        List<IntervalReport> seconds = new ArrayList<>();
        LoadReport report;
        try (StubServer stub = new StubServer(5, 500)) {
            report = new FastRun(directory, USERS).run(stub, 7, new Phases(3, 2, 20, 1), seconds::add);
        }
        assertThat(report.firstFailures()).isEmpty();
        // At ten times the speed of people a test machine may be too slow for the rate; everything else holds.
        assertThat(report.rules())
                .filteredOn(rule -> rule.status() == Status.FAIL)
                .filteredOn(rule -> !rule.rule().equals("rate"))
                .isEmpty();
        assertThat(report.operations())
                .filteredOn(operation -> !operation.name().equals("Register"))
                .allSatisfy(operation -> {
                    assertThat(operation.starts()).as(operation.name()).isPositive();
                    assertThat(operation.failures()).as(operation.name()).isEmpty();
                });
        assertThat(report.counters().get("sessionsFailed")).isZero();
        assertThat(report.news().pairs()).isGreaterThan(1_000);
        assertThat(report.news().undelivered()).isZero();
        assertThat(report.rate().mainStarts() / report.rate().expectedMainStarts())
                .isBetween(0.5, 1.05);
        assertThat(seconds).hasSizeBetween(28, 45);
        assertThat(Files.readAllLines(directory.resolve("answered-bids.csv")))
                .hasSizeGreaterThan(100)
                .first()
                .isEqualTo("bidId,auctionId,lotId,accountId,amount,outcome,revision");
        assertThat(directory.resolve("driver.hlog")).isNotEmptyFile();
    }

    @Test
    void theSameSeedMakesTheSameMainChoicesAndAnotherOneDoesNot() throws Exception {
        Phases brief = new Phases(1, 4, 6, 1);
        long[] hashes = new long[3];
        for (int i = 0; i < hashes.length; i++) {
            try (StubServer stub = new StubServer(5, 500 + 300 * i)) {
                hashes[i] = new FastRun(directory, USERS)
                        .run(stub, i < 2 ? 7 : 8, brief, _ -> {})
                        .counters()
                        .get("firstChoicesHash");
            }
        }
        assertThat(hashes[1]).isEqualTo(hashes[0]);
        assertThat(hashes[2]).isNotEqualTo(hashes[0]);
    }
}
