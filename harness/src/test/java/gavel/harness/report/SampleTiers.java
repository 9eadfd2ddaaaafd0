package gavel.harness.report;

import gavel.driver.api.IntervalReport;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.collect.metrics.AppUse;
import gavel.harness.collect.metrics.DatabaseUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What a collector would have seen of a run on two cores. */
final class SampleTiers {
    private static final int CORES = 2;
    private static final int SECONDS = 60;

    private record Part(String tier, String name, double share, long rssMib) {}

    private static final List<Part> PARTS = List.of(
            new Part("driver", "driver1", 0.17, 210),
            new Part("appServers", "app1", 0.52, 640),
            new Part("relational", "postgres", 0.16, 190),
            new Part("services", "services", 0.11, 420));

    private SampleTiers() {}

    static List<Sample> samples(List<IntervalReport> intervals, double busy) {
        Random random = new Random(11);
        int most = intervals.stream().mapToInt(IntervalReport::users).max().orElse(1);
        List<Sample> samples = new ArrayList<>();
        for (IntervalReport interval : intervals) {
            double level = busy * interval.users() / most;
            List<InstanceSample> instances = new ArrayList<>();
            for (Part part : PARTS) {
                double cores = CORES * level * part.share() * (0.9 + 0.2 * random.nextDouble());
                instances.add(new InstanceSample(part.tier(), part.name(), cores, part.rssMib() << 20));
            }
            samples.add(new Sample(interval.atMillis() + 130, Math.min(1, level), 0, 3, 3L << 30, instances));
        }
        return samples;
    }

    static Collected collected(List<Sample> samples, double busy) {
        long from = samples.isEmpty() ? 0 : samples.get(30).atMillis();
        List<InstanceUse> instances = PARTS.stream()
                .map(p -> new InstanceUse(
                        p.tier(),
                        p.name(),
                        p.tier().equals("relational") ? 31 : 1,
                        SECONDS * CORES * busy * p.share(),
                        SECONDS * CORES * busy * p.share() * 0.2,
                        0,
                        "",
                        0,
                        p.rssMib() << 20,
                        (p.rssMib() - 20) << 20,
                        1 << 20,
                        60L << 20,
                        120_000,
                        9_000,
                        310,
                        20_000,
                        p.tier().equals("appServers") ? app() : null,
                        p.tier().equals("relational") ? database() : null,
                        null))
                .toList();
        MachineUse machine = new MachineUse(
                CORES, busy, 0.002, 0.01, 3.4, 24L << 30, 4L << 30, 900L << 20, 112, 0.7, Outside.NONE, Power.NONE);
        return new Collected(from, from + SECONDS * 1000L, machine, instances, samples, List.of(), List.of());
    }

    private static AppUse app() {
        return new AppUse(
                List.of(
                        new AppUse.Endpoint("GET", "/api/auctions/{id}/live", 9123, 0, 1830.0),
                        new AppUse.Endpoint("GET", "/api/images/{id}", 8120, 0, 1.2),
                        new AppUse.Endpoint("POST", "/api/auctions/{id}/bids", 1519, 1, 9.4)),
                new AppUse.Gc(0.31, 42, 0.021, 130L << 20, 512L << 20),
                List.of(new AppUse.Pool("main", 20, 7, 0, 41_000, 0.1, 0)),
                List.of(
                        new AppUse.Cache("sessions", 61_000, 900, 0),
                        new AppUse.Cache("thumbnails", 21_000, 4_000, 120)),
                Map.of("gavel_bids_decided_total{outcome=ACCEPTED}", 1423.0),
                Map.of("gavel_partitions_owned", 64.0),
                List.of());
    }

    private static DatabaseUse database() {
        return new DatabaseUse(
                "PostgreSQL 18.6",
                Map.of("fsync", "on"),
                Map.of("commits", 18_400L, "rollbacks", 3L, "walBytes", 48L << 20));
    }
}
