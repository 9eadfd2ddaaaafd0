package gavel.harness.report.page;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.action.ActionEvent;
import gavel.harness.action.ActionEvent.Step;
import gavel.harness.report.html.Page;
import gavel.harness.report.text.Words;
import gavel.harness.result.RunResult;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What was done to the deployment during the load: when it was to be, when it was, and what became of it. */
final class ActionSection {
    private static final int MOST_ACTIONS = 6;

    private ActionSection() {}

    static void write(Page page, RunResult result) {
        List<ActionEvent> actions = result.actions();
        if (actions.isEmpty()) {
            return;
        }
        page.section(
                "actions",
                "Actions",
                "Times count from the beginning of the measurement. The numbers are those of the lines in the chart above.");
        long zero = zero(result);
        page.rows(
                IntStream.range(0, actions.size()).boxed().toList(),
                MOST_ACTIONS,
                i -> !actions.get(i).done(),
                more -> more.size() + " more"
                        + (more.stream().allMatch(i -> actions.get(i).done()) ? ", all done" : ""),
                some -> table(page, actions, some, zero));
        page.close("section");
    }

    /** Where the driver's report was lost, by the seconds it told and by how long each part was to be; 0 where it told none. */
    private static long zero(RunResult result) {
        if (result.load() != null) {
            return result.load().measuredFromMillis();
        }
        Phases phases = result.run().phases();
        long before = (long) phases.rampSeconds() + phases.warmUpSeconds();
        return result.intervals().stream()
                .findFirst()
                .map(first -> first.atMillis() + 1_000 * (before - first.second()))
                .orElse(0L);
    }

    private static void table(Page page, List<ActionEvent> actions, List<Integer> some, long zero) {
        page.table("", "Line", "Action", "Planned|n", "Began|n", "In force|n", "Steps|wide", "Done");
        for (int i : some) {
            ActionEvent event = actions.get(i);
            page.row()
                    .number(Integer.toString(i + 1))
                    .raw("<th scope=\"row\">")
                    .text(event.action())
                    .raw("</th>")
                    .number(seconds(event.intendedMillis(), zero))
                    .number(seconds(event.beganMillis(), zero))
                    .number(seconds(event.endedMillis(), zero))
                    .cell("wide", steps(event, zero))
                    .cell(event.done() ? "good" : "bad", event.done() ? "✓" : event.problem())
                    .endRow();
        }
        page.endTable();
    }

    private static String steps(ActionEvent event, long zero) {
        return event.steps().stream().map(step -> step(step, zero)).collect(Collectors.joining(", "));
    }

    private static String step(Step step, long zero) {
        return step.instance() + " " + step.stage().words() + " " + seconds(step.atMillis(), zero);
    }

    private static String seconds(long atMillis, long zero) {
        return atMillis == 0 || zero == 0 ? "–" : Words.decimal((atMillis - zero) / 1e3, 1) + " s";
    }
}
