package gavel.harness.result;

import gavel.driver.api.LoadReport.Latency;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Gets the whole distribution back out of a report. */
public final class Histograms {
    private Histograms() {}

    /** Empty without samples; a histogram that cannot be read is an error, not an empty chart. */
    public static Optional<Histogram> decode(Latency latency) {
        return latency == null || latency.count() == 0 || !kept(latency)
                ? Optional.empty()
                : Optional.of(parsed(latency.histogram()));
    }

    public static boolean kept(Latency latency) {
        return latency.histogram() != null && !latency.histogram().isEmpty();
    }

    /**
     * @param text base64 of HdrHistogram's compressed encoding
     * @throws IllegalStateException where it is something else
     */
    public static Histogram parsed(String text) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalStateException("a histogram in the result cannot be decoded: " + e.getMessage(), e);
        }
    }
}
