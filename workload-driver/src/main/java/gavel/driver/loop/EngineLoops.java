package gavel.driver.loop;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** The loops of one engine, all on one clock. A user is given to one of them for life. */
public record EngineLoops(List<EngineLoop> all) implements AutoCloseable {
    public EngineLoops {
        all = List.copyOf(all);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("an engine needs at least one loop");
        }
    }

    /** @param count 0 for the default: half of {@code processors}, at least 1 */
    public static int countOr(int count, int processors) {
        return count > 0 ? count : Math.max(1, processors / 2);
    }

    public static EngineLoops open(int count, Transport transport, LongSupplier clock) {
        return new EngineLoops(IntStream.range(0, count)
                .mapToObj(index -> new EngineLoop(index, transport, clock))
                .toList());
    }

    public EngineLoop of(long user) {
        return all.get((int) Math.floorMod(user, (long) all.size()));
    }

    public long nanoTime() {
        return all.getFirst().nanoTime();
    }

    @Override
    public void close() {
        all.forEach(EngineLoop::close);
    }
}
