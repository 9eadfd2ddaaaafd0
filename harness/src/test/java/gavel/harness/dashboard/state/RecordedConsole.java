package gavel.harness.dashboard.state;

import gavel.harness.run.Console;
import java.util.ArrayList;
import java.util.List;

/** Keeps what was said. */
public final class RecordedConsole implements Console {
    public final List<String> lines = new ArrayList<>();

    @Override
    public void line(String text) {
        lines.add(text);
    }

    @Override
    public void status(String text) {
        lines.add(text);
    }

    @Override
    public int width() {
        return 0;
    }
}
