package gavel.harness.result;

import gavel.driver.api.KnownQuantiles;
import gavel.driver.api.LoadReport.Latency;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Gets the whole distribution back out of a report. */
public final class Histograms {
    /** Before what is packed: what kind it is, and its length (HdrHistogram's encoding V2). */
    private static final int BEFORE_PACKED = 8;

    private static final int HEADER = 40;
    private static final int COUNTS_AT = 4;
    private static final int DIGITS_AT = 12;
    private static final int HIGHEST_AT = 24;
    private static final int MOST_COUNTS = 8 << 20;
    private static final int MOST_DIGITS = 4;
    private static final long MOST_MICROS = 1L << 42;

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
            byte[] decoded = Base64.getDecoder().decode(text);
            requireModest(decoded);
            ByteBuffer bytes = ByteBuffer.wrap(decoded);
            return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalStateException("a histogram in the result cannot be decoded: " + e.getMessage(), e);
        }
    }

    /** A few bytes can say that what they pack takes gibibytes, which the decoder would have before it looks. */
    private static void requireModest(byte[] compressed) throws DataFormatException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(compressed, BEFORE_PACKED, compressed.length - BEFORE_PACKED);
            byte[] header = new byte[HEADER];
            inflater.inflate(header);
            ByteBuffer said = ByteBuffer.wrap(header);
            int counts = said.getInt(COUNTS_AT);
            int digits = said.getInt(DIGITS_AT);
            long highest = said.getLong(HIGHEST_AT);
            if (counts < 0 || counts > MOST_COUNTS || digits > MOST_DIGITS || highest > MOST_MICROS) {
                throw new IllegalArgumentException("it is larger than any driver writes");
            }
        } finally {
            inflater.end();
        }
    }

    /** The values at some quantiles, in milliseconds: as far as so many samples tell, NaN beyond that. In one pass: asking the histogram for each quantile would make a pass for each. */
    public static double[] millis(Histogram histogram, double[] ascendingQuantiles) {
        double[] millis = new double[ascendingQuantiles.length];
        Arrays.fill(millis, Double.NaN);
        long samples = histogram.getTotalCount();
        int next = 0;
        for (HistogramIterationValue value : histogram.recordedValues()) {
            while (next < millis.length
                    && KnownQuantiles.known(ascendingQuantiles[next], samples)
                    && value.getTotalCountToThisValue() >= samples * ascendingQuantiles[next] - 1e-9) {
                millis[next++] = value.getValueIteratedTo() / 1000.0;
            }
        }
        return millis;
    }
}
