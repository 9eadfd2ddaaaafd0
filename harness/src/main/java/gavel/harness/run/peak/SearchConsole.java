package gavel.harness.run.peak;

import gavel.driver.api.IntervalReport;
import gavel.harness.collect.Sample;
import gavel.harness.run.Console;

/** A console within a search: what a single load says becomes part of the search's status line; the load's own lines are left out. */
record SearchConsole(Console console, String where) implements Console {
    @Override
    public void line(String text) {}

    @Override
    public void status(String text) {
        String line = "  " + where + " · " + text.strip();
        int width = console.width();
        console.status(width > 0 && line.length() > width ? line.substring(0, width) : line);
    }

    @Override
    public int width() {
        return 0;
    }

    @Override
    public void loading(Load load) {
        console.loading(load.within(where));
    }

    @Override
    public void second(IntervalReport interval, Sample sample) {
        console.second(interval, sample);
    }
}
