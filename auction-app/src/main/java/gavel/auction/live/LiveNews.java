package gavel.auction.live;

import gavel.auction.broker.LiveView;
import gavel.auction.broker.Messages;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/** Takes what the owners of auctions publish: views, and each second a digest that tells whether a view was missed. */
final class LiveNews {
    private static final String DIGEST = "digest.";

    private final LiveViews views;
    private final InstantSource instants;
    private final Timer delay;
    private final Counter digests;

    LiveNews(LiveViews views, InstantSource instants, MeterRegistry metrics) {
        this.views = views;
        this.instants = instants;
        this.delay = Timer.builder("gavel.live.news.delay")
                .description("From a change's commit to its arrival at this node, by the clocks of two nodes")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(10))
                .register(metrics);
        this.digests = Counter.builder("gavel.live.digests")
                .description("Digests that arrived")
                .register(metrics);
    }

    void arrive(String routingKey, byte[] body) {
        if (routingKey.startsWith(DIGEST)) {
            digests.increment();
            Map<?, ?> revisions = Messages.read(body, Map.class);
            revisions.forEach(this::compare);
            return;
        }
        LiveView view = Messages.read(body, LiveView.class);
        views.offer(view);
        if (view.changedAt() != null) {
            delay.record(Duration.between(view.changedAt(), instants.instant()));
        }
    }

    private void compare(Object auctionId, Object revision) {
        views.compare(Long.parseLong(auctionId.toString()), ((Number) revision).longValue());
    }
}
