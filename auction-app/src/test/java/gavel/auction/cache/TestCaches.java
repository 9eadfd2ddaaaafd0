package gavel.auction.cache;

import gavel.auction.settings.TestSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;

/** Caches of a node that is alone, and what it would have told others. */
public final class TestCaches implements AutoCloseable {
    private final List<String> told = new ArrayList<>();
    private final Caches caches =
            new Caches(TestSettings.defaults(), (cache, key) -> told.add(cache + "/" + key), new SimpleMeterRegistry());

    public Caches caches() {
        return caches;
    }

    /** Invalidations in order, as {@code cache/key}. */
    public List<String> told() {
        return List.copyOf(told);
    }

    @Override
    public void close() {
        caches.close();
    }
}
