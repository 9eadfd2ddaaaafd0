package gavel.auction.cache;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Values of one kind kept on this node until they expire or their source changes. Safe for any thread; a miss may be loaded by several
 * threads at once.
 *
 * <p>A value that was read before an invalidation is never kept after it. Every invalidation raises the stamp of the key's stripe first and
 * removes second. A load compares the stamp before it with the one after the put, and takes its value out again when they differ.
 */
public final class Cache<K, V> {
    private static final int STRIPES = 1024;

    private final String name;
    private final org.ehcache.Cache<K, V> entries;
    private final Function<String, K> keys;
    private final Invalidations invalidations;
    private final AtomicLongArray stamps = new AtomicLongArray(STRIPES);
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    Cache(String name, org.ehcache.Cache<K, V> entries, Function<String, K> keys, Invalidations invalidations) {
        this.name = name;
        this.entries = entries;
        this.keys = keys;
        this.invalidations = invalidations;
    }

    public String name() {
        return name;
    }

    /**
     * The kept value, else what the loader reads, which is then kept.
     *
     * @param loader reads the source; null when there is no such thing, which is not kept
     * @return null when the loader found nothing
     */
    public V get(K key, Function<? super K, ? extends V> loader) {
        V kept = entries.get(key);
        if (kept != null) {
            hits.increment();
            return kept;
        }
        misses.increment();
        int stripe = stripe(key);
        long before = stamps.get(stripe);
        V loaded = loader.apply(key);
        if (loaded != null && stamps.get(stripe) == before) {
            entries.put(key, loaded);
            if (stamps.get(stripe) != before) {
                entries.remove(key);
            }
        }
        return loaded;
    }

    /** The kept value, without reading the source. */
    public Optional<V> peek(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    /**
     * Keeps values for another time to live whose source is as it was; the others expire when they would have.
     *
     * @param unchanged asks the source: which of the keys still have the value that is kept
     */
    public void renew(Function<List<K>, ? extends Collection<K>> unchanged) {
        long[] before = new long[STRIPES];
        Arrays.setAll(before, stamps::get);
        Map<K, V> kept = new HashMap<>();
        entries.forEach(entry -> kept.put(entry.getKey(), entry.getValue()));
        for (K key : unchanged.apply(List.copyOf(kept.keySet()))) {
            int stripe = stripe(key);
            if (stamps.get(stripe) == before[stripe]
                    && entries.replace(key, kept.get(key)) != null
                    && stamps.get(stripe) != before[stripe]) {
                entries.remove(key);
            }
        }
    }

    /** The source of this key has changed and the change is committed: forget it here and on every node. */
    public void invalidate(K key) {
        forget(key);
        invalidations.publish(name, key.toString());
    }

    /** Forgets on this node only. */
    void forget(K key) {
        stamps.incrementAndGet(stripe(key));
        entries.remove(key);
    }

    void forgetText(String key) {
        forget(keys.apply(key));
    }

    /** Forgets everything on this node, after a time in which invalidations may have been missed. */
    void clear() {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            stamps.incrementAndGet(stripe);
        }
        entries.clear();
    }

    long hits() {
        return hits.sum();
    }

    long misses() {
        return misses.sum();
    }

    private static int stripe(Object key) {
        int hash = key.hashCode();
        return (hash ^ (hash >>> 16)) & (STRIPES - 1);
    }
}
