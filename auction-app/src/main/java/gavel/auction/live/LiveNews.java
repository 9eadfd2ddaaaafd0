package gavel.auction.live;

import gavel.auction.broker.LiveView;
import gavel.auction.broker.Messages;
import gavel.auction.broker.RevisionDigest;
import gavel.auction.broker.Topology;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes what the owners of auctions publish: views, and each second a digest that tells whether a view was missed.
 *
 * <p>An owner tells all its views again when it takes a partition over or has lost the broker, and one whose deadline it extended. Such a
 * view is as old as the last change of its auction, so only a revision above the last one that was heard tells a delay.
 */
final class LiveNews {
    private static final Set<String> OVER = Set.of("COMPLETE", "CANCELLED");

    private final LiveViews views;
    private final InstantSource instants;
    private final Timer delay;
    private final Counter digests;
    private final Map<Long, Long> heard = new ConcurrentHashMap<>();

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
        if (routingKey.equals(Topology.DIGEST)) {
            digests.increment();
            RevisionDigest.read(body, views::compare);
            return;
        }
        LiveView view = Messages.read(body, LiveView.class);
        views.offer(view);
        if (isChange(view) && view.changedAt() != null) {
            delay.record(Duration.between(view.changedAt(), instants.instant()));
        }
    }

    /** The first view of an auction may be a repeated one, so it is none. */
    private boolean isChange(LiveView view) {
        Long before = heard.get(view.auctionId());
        if (OVER.contains(view.state())) {
            heard.remove(view.auctionId());
        } else {
            heard.merge(view.auctionId(), view.revision(), Math::max);
        }
        return before != null && view.revision() > before;
    }
}
