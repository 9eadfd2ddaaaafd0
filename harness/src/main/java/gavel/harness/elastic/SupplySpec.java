package gavel.harness.elastic;

import gavel.harness.setting.Durations;
import java.util.ArrayList;
import java.util.List;

/** What decides how many servers there are. Immutable and pure. */
public sealed interface SupplySpec {
    /** Always so many. */
    record Fixed(int servers) implements SupplySpec {}

    /** By the clock. */
    record Schedule(Steps steps) implements SupplySpec {}

    /**
     * By {@link ScalingRule} with its usual settings.
     *
     * @param target whole percent of their CPU quota that servers are to use on average
     */
    record Rule(int target) implements SupplySpec {}

    /**
     * By the HorizontalPodAutoscaler of a cluster.
     *
     * @param target whole percent of their CPU quota that servers are to use on average
     * @param settlingSeconds it waits before it takes servers away; null for what Kubernetes does, 300
     */
    record Autoscaler(int target, Integer settlingSeconds) implements SupplySpec {}

    /** By a program of the user's. */
    record Command(String program) implements SupplySpec {}

    /**
     * @param text such as {@code fixed:3}, {@code schedule:0s=1,60s=3}, {@code rule:60}, {@code hpa:60,120s} or
     *     {@code command:./decide}
     * @throws IllegalArgumentException whose message completes "must be …"
     */
    static SupplySpec parse(String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String rest = colon < 0 ? "" : text.substring(colon + 1);
        return switch (kind) {
            case "fixed" -> new Fixed(whole(rest, text));
            case "schedule" -> new Schedule(steps(rest, text));
            case "rule" -> new Rule(rest.isEmpty() ? 60 : percent(rest, text));
            case "hpa" -> {
                String[] parts = rest.split(",", 2);
                yield new Autoscaler(
                        rest.isEmpty() ? 60 : percent(parts[0], text),
                        parts.length == 1 ? null : settling(parts[1], text));
            }
            case "command" -> {
                if (rest.isBlank()) {
                    throw wrong(text);
                }
                yield new Command(rest);
            }
            default -> throw wrong(text);
        };
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "fixed:N, schedule:0s=N,60s=M,…, rule or rule:PERCENT of the CPU quota, hpa or hpa:PERCENT or"
                        + " hpa:PERCENT,TIME before servers go, or command:PROGRAM: " + text);
    }

    private static Steps steps(String rest, String text) {
        List<Steps.Change> changes = new ArrayList<>();
        for (String part : rest.split(",", -1)) {
            String[] sides = part.split("=", -1);
            if (sides.length != 2) {
                throw wrong(text);
            }
            changes.add(new Steps.Change(seconds(sides[0], text), whole(sides[1], text)));
        }
        try {
            return new Steps(changes);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a schedule from 0s on: " + text, e);
        }
    }

    private static double seconds(String time, String text) {
        try {
            return Durations.parse(time).toMillis() / 1_000.0;
        } catch (IllegalArgumentException none) {
            throw wrong(text);
        }
    }

    /** As much as Kubernetes takes. */
    private static int settling(String time, String text) {
        double seconds = seconds(time, text);
        if (seconds > 3_600 || seconds != Math.rint(seconds)) {
            throw wrong(text);
        }
        return (int) seconds;
    }

    private static int whole(String number, String text) {
        try {
            int servers = Integer.parseInt(number.strip());
            if (servers >= 1) {
                return servers;
            }
        } catch (NumberFormatException none) {
            // Told below, as a number that is too small.
        }
        throw wrong(text);
    }

    private static int percent(String number, String text) {
        try {
            int percent = Integer.parseInt(number.strip());
            if (percent > 0 && percent <= 100) {
                return percent;
            }
        } catch (NumberFormatException none) {
            // Told below, as a number that is too small.
        }
        throw wrong(text);
    }

    /** Servers there are at second 0; 1 where that is decided later. */
    default int first() {
        return switch (this) {
            case Fixed fixed -> fixed.servers();
            case Schedule schedule -> schedule.steps().at(0);
            case Rule _, Autoscaler _, Command _ -> 1;
        };
    }

    /** The most there may be, where that is known beforehand; 0 where it is not. */
    default int most() {
        return switch (this) {
            case Fixed fixed -> fixed.servers();
            case Schedule schedule ->
                schedule.steps().changes().stream()
                        .mapToInt(Steps.Change::servers)
                        .max()
                        .orElse(0);
            case Rule _, Autoscaler _, Command _ -> 0;
        };
    }
}
