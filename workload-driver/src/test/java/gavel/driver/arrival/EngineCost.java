package gavel.driver.arrival;

import gavel.driver.http.ClientSettings;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.LoopThread;
import gavel.driver.loop.Transport;
import gavel.driver.message.RequestTemplate;
import gavel.driver.record.Collector;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import gavel.driver.warmup.StubServer;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * Processor time of a loop's thread for 1,000 exchanges of 1 KiB at fixed rates over 100 connections, by the kernel's account of that
 * thread. A program, not a test: run its {@code main} with seconds and rates as arguments.
 */
final class EngineCost {
    private EngineCost() {}

    public static void main(String[] args) throws Exception {
        int seconds = Integer.parseInt(args[0]);
        EngineLoop serverLoop = new EngineLoop(1, Transport.forSockets(), System::nanoTime);
        EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
        try (loop;
                StubServer server = StubServer.start(serverLoop, StubServer.json("x".repeat(1024)))) {
            run(loop, server, 5_000, 3);
            for (int i = 1; i < args.length; i++) {
                long rate = Long.parseLong(args[i]);
                System.out.println(run(loop, server, rate, seconds));
            }
        }
    }

    private static String run(EngineLoop loop, StubServer server, long rate, int seconds) throws Exception {
        Recorder recorder = new Recorder(List.of(new RecordedOperation("exchange", false, 1_000_000_000L)));
        HttpClient client = HttpClient.open(loop, List.of(server.uri()), null, ClientSettings.DEFAULT);
        OpenArrivals arrivals = new OpenArrivals(
                client,
                ArrivalSchedule.constant(rate),
                rate * seconds,
                RequestTemplate.get("/").request(),
                recorder);
        LoopThread.Times before = loop.thread().times();
        long began = System.nanoTime();
        loop.post(() -> {
            long start = loop.onGrid(loop.nanoTime());
            loop.onLateness(recorder::lateness);
            recorder.measure(start, Long.MAX_VALUE);
            arrivals.start(100, start);
        });
        OpenArrivals.Result result = arrivals.result().get();
        LoopThread.Times after = loop.thread().times();
        Collector collector = new Collector(List.of(recorder), 1);
        collector.drainMeasured();
        Histogram service = collector.service(0);
        return String.format(
                Locale.ROOT,
                "%6d/s: %.3f CPU seconds per 1,000 exchanges, run-queue share %.3f, service p50 %d us p99 %d us, response p99 %d us,"
                        + " lateness p99 %d us, failed %d",
                rate,
                (after.ranNanos() - before.ranNanos()) / 1e9 / (rate * seconds / 1000.0),
                after.queuedShareSince(before, System.nanoTime() - began),
                service.getValueAtPercentile(50),
                service.getValueAtPercentile(99),
                collector.response(0).getValueAtPercentile(99),
                collector.lateness().getValueAtPercentile(99),
                result.failed());
    }
}
