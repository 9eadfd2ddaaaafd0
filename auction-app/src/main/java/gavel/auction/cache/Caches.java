package gavel.auction.cache;

import gavel.auction.settings.Settings;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.ehcache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ExpiryPolicyBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.core.internal.statistics.DefaultStatisticsService;
import org.ehcache.core.spi.service.StatisticsService;
import org.ehcache.core.statistics.CacheStatistics;
import org.ehcache.core.statistics.TierStatistics;
import org.springframework.stereotype.Component;

/** All caches of this node. Each is made once, at start, by the class that fills it. */
@Component
public final class Caches implements AutoCloseable {
    private final StatisticsService statistics = new DefaultStatisticsService();
    private final CacheManager manager =
            CacheManagerBuilder.newCacheManagerBuilder().using(statistics).build(true);
    private final Map<String, Cache<?, ?>> caches = new ConcurrentHashMap<>();
    private final Invalidations invalidations;
    private final MeterRegistry metrics;
    private final CacheSizes sizes;

    Caches(Settings settings, Invalidations invalidations, MeterRegistry metrics) {
        this.sizes = new CacheSizes(settings.users());
        this.invalidations = invalidations;
        this.metrics = metrics;
    }

    public CacheSizes sizes() {
        return sizes;
    }

    /** What one cache is like: {@code keys} reads back what {@code toString} of a key writes. */
    public record Spec<K, V>(
            String name,
            Class<K> keyType,
            Class<V> valueType,
            Function<String, K> keys,
            int entries,
            Duration timeToLive) {
        /** A cache by id. */
        public static <V> Spec<Long, V> byId(String name, Class<V> valueType, int entries, Duration timeToLive) {
            return new Spec<>(name, Long.class, valueType, Long::valueOf, entries, timeToLive);
        }

        /** A cache by text, for example {@code 17:0} for the first page of auction 17. */
        public static <V> Spec<String, V> byText(String name, Class<V> valueType, int entries, Duration timeToLive) {
            return new Spec<>(name, String.class, valueType, Function.identity(), entries, timeToLive);
        }
    }

    public <K, V> Cache<K, V> create(Spec<K, V> spec) {
        org.ehcache.Cache<K, V> entries = manager.createCache(
                spec.name(),
                CacheConfigurationBuilder.newCacheConfigurationBuilder(
                                spec.keyType(), spec.valueType(), ResourcePoolsBuilder.heap(spec.entries()))
                        .withExpiry(ExpiryPolicyBuilder.timeToLiveExpiration(spec.timeToLive())));
        Cache<K, V> cache = new Cache<>(spec.name(), entries, spec.keys(), invalidations);
        caches.put(spec.name(), cache);
        count(cache, "hit", Cache::hits);
        count(cache, "miss", Cache::misses);
        CacheStatistics counted = statistics.getCacheStatistics(spec.name());
        FunctionCounter.builder("gavel.cache.evictions", counted, CacheStatistics::getCacheEvictions)
                .tag("cache", spec.name())
                .description("Entries that made room for others")
                .register(metrics);
        Gauge.builder("gavel.cache.entries", counted, Caches::entries)
                .tag("cache", spec.name())
                .description("Entries kept; those that have expired count until they are asked for or make room")
                .register(metrics);
        Gauge.builder("gavel.cache.capacity", spec, Spec::entries)
                .tag("cache", spec.name())
                .description("Entries it can keep")
                .strongReference(true)
                .register(metrics);
        return cache;
    }

    private static long entries(CacheStatistics counted) {
        return counted.getTierStatistics().values().stream()
                .mapToLong(TierStatistics::getMappings)
                .sum();
    }

    private void count(Cache<?, ?> cache, String result, ToLongFunction<Cache<?, ?>> value) {
        FunctionCounter.builder("gavel.cache.gets", cache, value::applyAsLong)
                .tags("cache", cache.name(), "result", result)
                .description("Look-ups in a cache")
                .register(metrics);
    }

    /** An invalidation arrived from any node. */
    public void forget(String cache, String key) {
        Cache<?, ?> known = caches.get(cache);
        if (known != null) {
            known.forgetText(key);
        }
    }

    /** Invalidations may have been missed: nothing kept can be trusted. */
    public void clear() {
        caches.values().forEach(Cache::clear);
    }

    @Override
    public void close() {
        manager.close();
    }
}
