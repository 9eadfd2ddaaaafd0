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
        console.status(prefix() + text.strip());
    }

    @Override
    public int width() {
        return console.width() == 0 ? 0 : Math.max(1, console.width() - prefix().length());
    }

    private String prefix() {
        return "  " + where.get() + " · ";
    }

    @Override
    public void detail(String text) {
        console.detail("  " + text);
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
