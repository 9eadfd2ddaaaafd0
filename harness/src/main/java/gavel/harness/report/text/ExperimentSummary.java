package gavel.harness.report.text;

import gavel.harness.result.ExperimentResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is said of every experiment alike: pure. */
public final class ExperimentSummary {
    private ExperimentSummary() {}

    public static String tone(ExperimentResult result) {
        return switch (result.verdict()) {
            case MEASURED -> "pass";
            case FAIL -> "fail";
            case INCOMPLETE, INVALID -> "invalid";
        };
    }

    /**
     * The last lines on a terminal.
     *
     * @param page null when there is none
     */
    static List<String> end(ExperimentResult result, Path page) {
        List<String> lines = new ArrayList<>();
        lines.add("Time        " + Words.time(result.seconds()) + ", predicted: "
                + Words.time(result.predictedSeconds()));
        result.remarks().forEach(remark -> lines.add("Note        " + remark));
        if (page != null) {
            lines.add("Report      " + page);
        }
        return lines;
    }
}
