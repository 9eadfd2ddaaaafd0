package gavel.harness.config;

import gavel.harness.setting.Durations;
import gavel.harness.setting.Rules;
import java.time.Duration;

/** Timing of a lot without bids: until the last call, and from there until the hammer. The run rules fix both. */
public record LotSettings(Duration lastCallAfter, Duration closeAfter) {
    public LotSettings {
        Duration longest = Duration.ofDays(1);
        new Rules()
                .atLeast("lastCallAfter", 1, lastCallAfter.toMillis())
                .atLeast("closeAfter", 1, closeAfter.toMillis())
                .that(
                        lastCallAfter.compareTo(longest) <= 0,
                        "lastCallAfter",
                        "must be <= 24h",
                        Durations.text(lastCallAfter))
                .that(closeAfter.compareTo(longest) <= 0, "closeAfter", "must be <= 24h", Durations.text(closeAfter))
                .check();
    }
}
