package gavel.driver.qos;

import gavel.driver.api.LoadReport;
import java.util.List;

/** Everything the rules judge. */
public record Measurement(
        int users,
        List<OperationSample> operations,
        NewsSample news,
        List<MixSample> mix,
        LoadReport.Rate rate,
        DriverState driver,
        List<Double> responseMillisByBatch) {
    public Measurement {
        operations = List.copyOf(operations);
        mix = List.copyOf(mix);
        responseMillisByBatch = List.copyOf(responseMillisByBatch);
    }
}
