package gavel.auction.chaos;

import gavel.auction.testing.Api;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Where users get in. A node that turned somebody away is left alone for a moment, as a web server in front of them would do. */
final class Doors {
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final Supplier<List<Api>> nodes;
    private final LongSupplier nanos;
    private final Map<String, Long> shunnedUntil = new ConcurrentHashMap<>();

    /** @param nodes that somebody could be sent to */
    Doors(Supplier<List<Api>> nodes, LongSupplier nanos) {
        this.nodes = nodes;
        this.nanos = nanos;
    }

    Api any(RandomGenerator random) {
        List<Api> all = nodes.get();
        List<Api> open = all.stream().filter(this::isOpen).toList();
        List<Api> choice = open.isEmpty() ? all : open;
        return choice.get(random.nextInt(choice.size()));
    }

    private boolean isOpen(Api node) {
        Long until = shunnedUntil.get(node.address());
        return until == null || nanos.getAsLong() - until > 0;
    }

    void shun(Api node) {
        shunnedUntil.put(node.address(), nanos.getAsLong() + MOMENT.toNanos());
    }
}
