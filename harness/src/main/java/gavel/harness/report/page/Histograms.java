package gavel.harness.report.page;

import gavel.driver.api.LoadReport.Latency;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Gets the whole distribution back out of a report. */
final class Histograms {
    private Histograms() {}

    /** Empty without samples; a histogram that cannot be read is an error, not an empty chart. */
    static Optional<Histogram> decode(Latency latency) {
        if (latency == null
                || latency.count() == 0
                || latency.histogram() == null
                || latency.histogram().isEmpty()) {
            return Optional.empty();
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(latency.histogram()));
            return Optional.of(Histogram.decodeFromCompressedByteBuffer(bytes, 0));
        } catch (DataFormatException | IllegalArgumentException e) {
            throw new IllegalStateException("a histogram in the result cannot be decoded: " + e.getMessage(), e);
        }
    }
}
