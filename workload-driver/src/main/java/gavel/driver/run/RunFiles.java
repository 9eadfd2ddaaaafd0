package gavel.driver.run;

import gavel.driver.api.AgentFindings;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.record.HistogramLog;
import gavel.driver.record.Latencies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;

/** The files a run leaves in its directory: whole distributions of all drivers together, and of each where there are several. */
final class RunFiles {
    private RunFiles() {}

    /** {@code driver.hlog}: the whole run's. */
    static void merged(Path directory, LoadReport report) throws IOException {
        Map<String, Histogram> histograms = new LinkedHashMap<>();
        BiConsumer<String, Latency> add =
                (name, latency) -> histograms.put(name, Latencies.histogram(latency.histogram()));
        for (LoadReport.OperationReport operation : report.operations()) {
            add.accept(operation.name() + ".response", operation.response());
            add.accept(operation.name() + ".service", operation.service());
        }
        add.accept("news", report.news().latency());
        add.accept("lateness", report.lateness());
        HistogramLog.write(
                directory.resolve("driver.hlog"), report.measuredFromMillis(), report.measuredToMillis(), histograms);
    }

    /** {@code driver2.hlog} of the second of several; nothing of a single one, whose are the whole run's. */
    static void own(Path directory, AgentFindings findings) throws IOException {
        if (findings.agent().count() == 1) {
            return;
        }
        Map<String, Histogram> histograms = new LinkedHashMap<>();
        BiConsumer<String, String> add = (name, text) -> histograms.put(name, Latencies.histogram(text));
        for (AgentFindings.OperationFindings operation : findings.operations()) {
            add.accept(operation.name() + ".response", operation.response());
            add.accept(operation.name() + ".service", operation.service());
        }
        add.accept("news", findings.news().latency());
        add.accept("lateness", findings.driver().lateness());
        HistogramLog.write(
                directory.resolve(findings.agent().name() + ".hlog"),
                findings.measuredFromMillis(),
                findings.measuredToMillis(),
                histograms);
    }

    /** Of one driver: {@code answered-bids.csv}, or {@code answered-bids-driver2.csv} of the second of several. */
    static Path answeredBids(Path directory, AgentShare agent) {
        return directory.resolve(agent.count() == 1 ? "answered-bids.csv" : "answered-bids-" + agent.name() + ".csv");
    }
}
