package gavel.driver.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

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

    /** Where one cannot be had, those before it are given back. */
    public static EngineLoops open(int count, Transport transport, LongSupplier clock) {
        List<EngineLoop> loops = new ArrayList<>();
        try {
            for (int index = 0; index < count; index++) {
                loops.add(new EngineLoop(index, transport, clock));
            }
            return new EngineLoops(loops);
        } catch (RuntimeException | Error failed) {
            loops.forEach(EngineLoop::close);
            throw failed;
        }
    }

    public long nanoTime() {
        return all.getFirst().nanoTime();
    }

    @Override
    public void close() {
        all.forEach(EngineLoop::close);
    }
}
