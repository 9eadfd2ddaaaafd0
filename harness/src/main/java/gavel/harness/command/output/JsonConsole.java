package gavel.harness.command.output;

import gavel.harness.kind.ResultEntry;
import gavel.harness.run.Console;

/** Keeps what a command tells for its document, and shows only what goes on meanwhile. */
public record JsonConsole(Console progress, CommandOutput output) implements Console {
    @Override
    public void line(String text) {
        output.line(text);
    }

    @Override
    public void step(String text) {
        progress.step(text);
    }

    @Override
    public void detail(String text) {
        progress.detail(text);
    }

    @Override
    public void status(String text) {
        progress.status(text);
    }

    @Override
    public int width() {
        return progress.width();
    }

    @Override
    public void concluded(ResultEntry result) {
        output.result(result);
    }
}
