package gavel.driver.record;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** Writes whole distributions as an {@code .hlog} file that HdrHistogram's tools read: one line for each tag, in microseconds. */
public final class HistogramLog {
    private static final double MICROS_TO_MILLIS = 1000;

    private HistogramLog() {}

    /** @param byTag such as {@code PlaceBid.response}; tags hold no comma and no blank */
    public static void write(Path file, long fromMillis, long toMillis, Map<String, Histogram> byTag)
            throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputComment("microseconds; Interval_Max in milliseconds");
            writer.outputLogFormatVersion();
            writer.outputStartTime(fromMillis);
            writer.setBaseTime(fromMillis);
            writer.outputLegend();
            byTag.forEach((tag, histogram) -> {
                Histogram tagged = histogram.copy();
                tagged.setTag(tag);
                tagged.setStartTimeStamp(fromMillis);
                tagged.setEndTimeStamp(toMillis);
                writer.outputIntervalHistogram(0, (toMillis - fromMillis) / 1000.0, tagged, MICROS_TO_MILLIS);
            });
            if (out.checkError()) {
                throw new IOException("could not be written: " + file);
            }
        }
    }
}
