package gavel.driver.simulation;

import gavel.driver.profile.OperationKind;
import java.util.EnumMap;
import java.util.Map;

/** Counts what happens in a simulation while it is looked at. */
final class Totals {
    private final long[] operations = new long[OperationKind.values().length];
    private boolean counting;
    private long accepted;
    private long news;
    private double lotSeconds;
    private long lots;
    private long sold;
    private double attendance;
    private double attendingSince;
    private long attending;

    void begin(double now) {
        attending(now, 0);
        counting = true;
    }

    void count(OperationKind kind) {
        operations[kind.ordinal()] += counting ? 1 : 0;
    }

    void accepted() {
        accepted += counting ? 1 : 0;
    }

    void news(int attendees) {
        if (counting) {
            news += attendees;
            operations[OperationKind.NEXT_BID.ordinal()] += attendees;
        }
    }

    void currentLots(int attendees) {
        operations[OperationKind.CURRENT_LOT.ordinal()] += counting ? attendees : 0;
    }

    void closed(double seconds, boolean wasSold) {
        if (counting) {
            lots++;
            lotSeconds += seconds;
            sold += wasSold ? 1 : 0;
        }
    }

    void attending(double now, int change) {
        attendance += counting ? attending * (now - attendingSince) : 0;
        attendingSince = now;
        attending += change;
    }

    long acceptedBids() {
        return accepted;
    }

    Calibration calibration(Scenario scenario, int auctions) {
        attending(scenario.to(), 0);
        double userSeconds = scenario.userSeconds();
        Map<OperationKind, Double> rates = new EnumMap<>(OperationKind.class);
        for (OperationKind kind : OperationKind.values()) {
            if (operations[kind.ordinal()] > 0) {
                rates.put(kind, operations[kind.ordinal()] / userSeconds);
            }
        }
        return new Calibration(
                scenario.stages().getLast().users(),
                userSeconds,
                rates,
                accepted / userSeconds,
                news / userSeconds,
                attendance / (scenario.to() - scenario.from()) / auctions,
                lotSeconds / Math.max(1, lots),
                (double) sold / Math.max(1, lots));
    }
}
