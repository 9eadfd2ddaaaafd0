package gavel.harness.dashboard.state;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Sample;
import gavel.harness.collect.Sample.InstanceSample;
import gavel.harness.config.Configurations;
import gavel.harness.listener.RunListener;
import gavel.harness.result.RecordCopy;
import gavel.harness.run.Phase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A load such as a driver reports it, with figures that are made up. */
public final class SampleLoad {
    public static final Phases PHASES = new Phases(10, 5, 30, 5);
    private static final int USERS = 400;
    private static final long LIMIT = 2_000;
    private static final List<String> NAMES = List.of(
            "Home",
            "Login",
            "ListAuctions",
            "SearchItems",
            "AuctionDetail",
            "ItemDetail",
            "ViewImage",
            "JoinAuction",
            "CurrentLot",
            "NextBid",
            "PlaceBid",
            "BidHistory",
            "UpdateProfile",
            "AddItem",
            "UploadImage",
            "Logout");

    private final SplittableRandom random = new SplittableRandom(7);

    public static RunListener.Load load() {
        Map<String, Long> limits = new LinkedHashMap<>();
        NAMES.forEach(name -> limits.put(name, name.equals("NextBid") ? 40_000 : LIMIT));
        return new RunListener.Load("", USERS, PHASES, limits);
    }

    public static void begin(RunListener state) {
        deploy(state);
        state.begun(Phase.RAMP.title());
        state.loading(load());
    }

    public static void deploy(RunListener state) {
        state.begun(Phase.CHECK.title());
        state.deployed(new Configurations(Path.of("../deploy/configs")).read("minimal", List.of()));
    }

    public static IntervalReport second(long second, String phase, OperationInterval... operations) {
        return new IntervalReport(second, 1_000 * second, phase, USERS, List.of(operations), 4, 1, 0.25, 800, 10);
    }

    /** Busy in the middle; {@code strain} 1 is just at the limits. */
    public IntervalReport second(long second, double strain) {
        String phase = second <= 10 ? "RAMP" : second <= 15 ? "WARM_UP" : second <= 45 ? "MEASURE" : "RAMP_DOWN";
        int users = (int) (second <= 10 ? USERS * second / 10 : second > 45 ? USERS * (50 - second) / 5 : USERS);
        List<OperationInterval> operations = new ArrayList<>();
        for (int i = 0; i < NAMES.size(); i++) {
            int completed = random.nextInt(1 + users * (NAMES.size() - i) / 60);
            double share = strain * (0.15 + 0.85 * (i == 3 ? 1 : random.nextDouble() / (1 + i % 5)));
            long late = share > 1 ? Math.round(0.1 * completed) : 0;
            long p99 = completed == 0 ? -1 : Math.round(1_000 * LIMIT * share);
            operations.add(new OperationInterval(NAMES.get(i), completed, completed, late, 0, p99));
        }
        return new IntervalReport(second, 1_000 * second, phase, users, operations, users / 4, 0, 0.2, 900, 40);
    }

    /** What is read more rarely: of a load of this size, or of none. */
    public LiveFigures figures(double busy) {
        double much = busy * (0.9 + 0.2 * random.nextDouble());
        return new LiveFigures(
                Map.of("relational", much * (3 << 20), "appServers", much * (200 << 10)),
                Map.of(LiveFigures.TOGETHER, much * (24 << 20)),
                Map.of(
                        "relational",
                        Map.of(
                                "commits", 180 * much,
                                "rowsInserted", 60 * much,
                                "rowsUpdated", 45 * much,
                                "blocksRead", 12 * much,
                                "walBytes", much * (900 << 10)),
                        "broker",
                        Map.of("received", 70 * much, "delivered", 240 * much, "messagesReady", 3 * much)));
    }

    /** Another one for each millisecond. */
    public Sample sample(long atMillis, double busy) {
        return RecordCopy.with(sample(busy), "atMillis", atMillis);
    }

    public Sample sample(double busy) {
        double app = busy * (0.9 + 0.2 * random.nextDouble());
        return new Sample(
                1_000,
                Math.min(1, 0.75 * app),
                0,
                3,
                5L << 30,
                List.of(
                        new InstanceSample("relational", "postgres", 0.25 * app, 300 << 20),
                        new InstanceSample("services", "services", 0.2 * app, 400 << 20),
                        new InstanceSample("appServers", "app1", 0.3 * app, 350 << 20),
                        new InstanceSample("appServers", "app2", 0.35 * app, 360 << 20),
                        new InstanceSample("driver", "driver1", 0.2 * app, 200 << 20)));
    }
}
