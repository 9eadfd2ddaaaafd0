package gavel.driver.qos;

import gavel.driver.api.LoadReport;
import java.util.List;

/**
 * Everything the rules judge.
 *
 * @param bids null where no model says how many there should be
 */
public record Measurement(
        int users,
        List<OperationSample> operations,
        NewsSample news,
        List<MixSample> mix,
        LoadReport.Rate rate,
        List<DriverState> drivers,
        List<Double> responseMillisByBatch,
        Course course,
        ExpectedBids bids,
        Service service) {
    public Measurement {
        operations = List.copyOf(operations);
        mix = List.copyOf(mix);
        drivers = List.copyOf(drivers);
        responseMillisByBatch = List.copyOf(responseMillisByBatch);
    }
}
