package gavel.harness.run.endless;

import gavel.driver.api.IntervalReport;
import gavel.harness.collect.Sample;
import gavel.harness.run.Console;
import java.util.function.Supplier;

/**
 * A console within something that takes several loads or a long one: what the load says becomes part of its status line; the load's own lines
 * are left out.
 *
 * @param where it is, in words
 */
public record PartConsole(Console console, Supplier<String> where) implements Console {
    @Override
    public void line(String text) {}

    @Override
    public void status(String text) {
        String line = "  " + where.get() + " · " + text.strip();
        int width = console.width();
        console.status(width > 0 && line.length() > width ? line.substring(0, width) : line);
    }

    @Override
    public int width() {
        return 0;
    }

    @Override
    public void loading(Load load) {
        console.loading(load.within(where.get()));
    }

    @Override
    public void second(IntervalReport interval, Sample sample) {
        console.second(interval, sample);
    }
}
