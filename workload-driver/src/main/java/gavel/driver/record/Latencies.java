package gavel.driver.record;

import gavel.driver.api.KnownQuantiles;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.Percentile;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Turns histograms into what reports carry and back, so that reports of several agents can be merged exactly. */
public final class Latencies {
    private Latencies() {}

    /** Percentiles are those that so many values tell; the largest value is there always. */
    public static Latency of(Histogram micros) {
        long count = micros.getTotalCount();
        List<Percentile> percentiles = count == 0
                ? List.of()
                : KnownQuantiles.REPORTED.stream()
                        .filter(quantile -> KnownQuantiles.known(quantile, count))
                        .map(quantile -> new Percentile(quantile, micros.getValueAtPercentile(quantile * 100)))
                        .toList();
        return new Latency(
                count,
                count == 0 ? 0 : micros.getMean(),
                count == 0 ? 0 : micros.getMaxValue(),
                percentiles,
                text(micros));
    }

    /** @param text as {@link #text} makes it */
    public static Histogram histogram(String text) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            return Histogram.decodeFromCompressedByteBuffer(bytes, Micros.MAX);
        } catch (DataFormatException damaged) {
            throw new IllegalArgumentException("not a histogram in HdrHistogram's compressed encoding", damaged);
        }
    }

    /** All of them as one; exact, as counts of equal values are added. */
    public static Histogram sum(List<String> texts) {
        Histogram sum = Micros.histogram();
        texts.forEach(text -> sum.add(histogram(text)));
        return sum;
    }

    /** The whole distribution: base64 of HdrHistogram's compressed encoding. */
    public static String text(Histogram micros) {
        ByteBuffer bytes = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }
}
