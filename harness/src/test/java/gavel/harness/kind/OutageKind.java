package gavel.harness.kind;

import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.html.Links;
import gavel.harness.result.Disclosure;
import gavel.harness.result.IndexCsv;
import gavel.harness.result.Result;
import gavel.harness.result.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A kind of result that only tests know: all that one needs is here. */
public final class OutageKind extends ResultKind<OutageKind.Outage> {
    /** The content of {@code outage.json}. */
    public record Outage(int schemaVersion, RunInfo run, double seconds, double lost, Disclosure disclosure)
            implements Result {}

    public OutageKind() {
        super("outage", "trial", Outage.class, 1);
    }

    private static String sentence(Outage result) {
        return "The outage lost " + result.lost() + " s of service.";
    }

    @Override
    public String page(Outage result, Links links) {
        return "<!doctype html><title>" + result.run().id() + "</title><h1>" + sentence(result) + "</h1>";
    }

    @Override
    public List<String> summary(Outage result, Path page) {
        return List.of(sentence(result), "Report      " + page);
    }

    @Override
    public String briefly(Path directory) throws IOException {
        return read(directory).lost() + " s lost";
    }

    @Override
    public IndexCsv.Line index(Outage result) {
        return new IndexCsv.Line(
                "HEALED", "lost", Double.toString(result.lost()), null, IndexCsv.Measured.NONE, null, false);
    }

    @Override
    protected List<Case> cases(Outage result, double atLeast) {
        return List.of(new Case("lost service", Ending.FAILURE, sentence(result)));
    }
}
