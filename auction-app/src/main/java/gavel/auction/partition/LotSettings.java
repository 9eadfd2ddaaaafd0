package gavel.auction.partition;

import gavel.auction.engine.LotTiming;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long a lot waits for a bid.
 *
 * @param lastCallAfter time without an accepted bid until the last call
 * @param closeAfter time from the last call to the hammer
 */
@ConfigurationProperties("gavel.lots")
public record LotSettings(
        @DefaultValue("30s") Duration lastCallAfter, @DefaultValue("30s") Duration closeAfter) {

    public LotSettings {
        timing(lastCallAfter, closeAfter);
    }

    LotTiming timing() {
        return timing(lastCallAfter, closeAfter);
    }

    private static LotTiming timing(Duration lastCallAfter, Duration closeAfter) {
        return new LotTiming(lastCallAfter, closeAfter);
    }
}
