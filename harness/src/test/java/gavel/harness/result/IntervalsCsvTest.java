package gavel.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntervalsCsvTest {
    @Test
    void aSecondIsTheSumOfItsOperationsWithoutHeldRequestsAndWhatIsNotKnownIsEmpty() {
        IntervalReport second = new IntervalReport(
                7,
                1_000,
                "MEASURE",
                100,
                List.of(
                        new OperationInterval("Home", 5, 4, 1, 1, -1, 900),
                        new OperationInterval("NextBid", 50, 40, 0, 0, 30_000, 30_000)),
                3,
                1,
                0.25,
                -1,
                60);

        assertThat(IntervalsCsv.of(List.of(second)).lines().skip(1))
                .containsExactly(
                        "7,1000,MEASURE,100,*,5,4,1,1,,,3,1,0.25,,60",
                        "7,1000,MEASURE,100,Home,5,4,1,1,,900,,,,,",
                        "7,1000,MEASURE,100,NextBid,50,40,0,0,30000,30000,,,,,");
    }
}
