package gavel.driver.simulation;

import gavel.driver.profile.Exchanges;
import gavel.driver.profile.OperationKind;
import java.util.Locale;
import java.util.Map;

/**
 * What the model of a profile predicts for a server that answers at once, per user and second.
 *
 * @param acceptedBids the reference of the rate rule
 * @param news long polls answered, for each user
 * @param operations every operation, followers' included
 * @param attendees of an auction, on average
 * @param lotSeconds from opening to the hammer, on average
 * @param soldShare of the lots that closed
 */
public record Calibration(
        int users,
        double userSeconds,
        Map<OperationKind, Double> operations,
        double acceptedBids,
        double news,
        double attendees,
        double lotSeconds,
        double soldShare) {
    public Calibration {
        operations = Map.copyOf(operations);
    }

    /** Main operations of a user and second, bids included. */
    public double mainOperations() {
        return operations.entrySet().stream()
                .filter(entry -> !entry.getKey().background())
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    public double allOperations() {
        return operations.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    public double exchanges() {
        return operations.entrySet().stream()
                .mapToDouble(entry -> entry.getValue() * Exchanges.of(entry.getKey()))
                .sum();
    }

    public String text() {
        return String.format(
                Locale.ROOT,
                """
                model of %d users over %.0f user-seconds, a server that answers at once
                  accepted bids per user-second   %.5f
                  main operations per second      %.3f a user
                  operations per second           %.3f a user
                  exchanges per second            %.2f a user
                  long polls answered per second  %.3f a user
                  attendees of an auction         %.1f
                  a lot lasts                     %.0f s, %.0f %% are sold
                """,
                users,
                userSeconds,
                acceptedBids,
                mainOperations(),
                allOperations(),
                exchanges(),
                news,
                attendees,
                lotSeconds,
                100 * soldShare);
    }
}
