package gavel.harness.report;

import gavel.harness.result.RunResult;
import java.nio.file.Path;

/** The plain-text table a run ends with. */
public final class Summary {
    private Summary() {}

    public static String of(RunResult result, Path report) {
        throw new UnsupportedOperationException();
    }
}
