package gavel.auction.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import gavel.auction.settings.Settings;
import gavel.auction.settings.TestSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CacheTest {
    private final Settings settings = TestSettings.defaults();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final List<String> sent = new ArrayList<>();
    private final Caches caches = new Caches(settings, (cache, key) -> sent.add(cache + "/" + key), metrics);
    private final Cache<Long, String> cache =
            caches.create(Caches.Spec.byId("items", String.class, 10, Duration.ofMinutes(1)));

    @AfterEach
    void close() {
        caches.close();
    }

    @Test
    void aValueIsLoadedOnce() {
        AtomicInteger loads = new AtomicInteger();

        assertThat(cache.get(1L, key -> "clock" + loads.incrementAndGet())).isEqualTo("clock1");
        assertThat(cache.get(1L, key -> "clock" + loads.incrementAndGet())).isEqualTo("clock1");

        assertThat(metrics.get("gavel.cache.gets")
                        .tags("cache", "items", "result", "hit")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
        assertThat(metrics.get("gavel.cache.gets")
                        .tags("cache", "items", "result", "miss")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void itKeepsNoMoreThanItMayAndSaysHowManyThatAre() {
        LongStream.range(0, 50).forEach(key -> cache.get(key, k -> "clock" + k));

        double kept =
                metrics.get("gavel.cache.entries").tag("cache", "items").gauge().value();
        double evicted = metrics.get("gavel.cache.evictions")
                .tag("cache", "items")
                .functionCounter()
                .count();
        assertThat(kept).isBetween(1.0, 10.0);
        assertThat(evicted).isEqualTo(50 - kept);
        assertThat(metrics.get("gavel.cache.capacity")
                        .tag("cache", "items")
                        .gauge()
                        .value())
                .isEqualTo(10);
    }

    @Test
    void whatIsNotThereIsNotKept() {
        assertThat(cache.get(1L, key -> null)).isNull();
        assertThat(cache.get(1L, key -> "now it is")).isEqualTo("now it is");
    }

    @Test
    void anInvalidationForgetsHereAndTellsTheOthers() {
        cache.get(7L, key -> "old");

        cache.invalidate(7L);

        assertThat(cache.peek(7L)).isEmpty();
        assertThat(sent).containsExactly("items/7");
    }

    @Test
    void anInvalidationFromElsewhereForgetsHereOnly() {
        cache.get(7L, key -> "old");

        caches.forget("items", "7");
        caches.forget("no such cache", "7");

        assertThat(cache.peek(7L)).isEmpty();
        assertThat(sent).isEmpty();
    }

    @Test
    void aValueReadBeforeTheInvalidationIsNotKeptAfterIt() {
        String seen = cache.get(7L, key -> {
            caches.forget("items", "7");
            return "read before the change";
        });

        assertThat(seen).isEqualTo("read before the change");
        assertThat(cache.peek(7L)).isEmpty();
    }

    @Test
    void clearingIsAnInvalidationOfEverything() {
        cache.get(1L, key -> "kept");
        cache.get(2L, key -> {
            caches.clear();
            return "loading meanwhile";
        });

        assertThat(cache.peek(1L)).isEmpty();
        assertThat(cache.peek(2L)).isEmpty();
    }

    @Test
    void whatIsRenewedLivesOnAndTheRestExpires() {
        Cache<Long, String> brief = caches.create(Caches.Spec.byId("brief", String.class, 10, Duration.ofSeconds(2)));
        brief.get(1L, key -> "still so");
        brief.get(2L, key -> "gone at its source");

        List<List<Long>> asked = new ArrayList<>();
        await().until(() -> {
            brief.renew(keys -> {
                asked.add(keys.stream().sorted().toList());
                return keys.stream().filter(key -> key == 1).toList();
            });
            return brief.peek(2L).isEmpty();
        });

        assertThat(asked).contains(List.of(1L, 2L));
        assertThat(brief.peek(1L)).contains("still so");
    }

    @Test
    void whatChangesWhileItIsRenewedIsForgotten() {
        cache.get(1L, key -> "old");
        cache.get(2L, key -> "old");

        cache.renew(keys -> {
            caches.forget("items", "1");
            caches.forget("items", "2");
            cache.get(2L, key -> "new");
            return keys;
        });

        assertThat(cache.peek(1L)).isEmpty();
        assertThat(cache.peek(2L)).contains("new");
    }

    @Test
    void theCacheHoldsNoMoreThanItsSize() {
        for (long key = 0; key < 1_000; key++) {
            cache.get(key, Object::toString);
        }

        assertThat(LongStream.range(0, 1_000)
                        .filter(key -> cache.peek(key).isPresent())
                        .count())
                .isLessThanOrEqualTo(10);
    }
}
