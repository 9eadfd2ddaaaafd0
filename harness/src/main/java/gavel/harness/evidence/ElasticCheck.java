package gavel.harness.evidence;

import gavel.driver.api.shape.LoadPath;
import gavel.harness.config.Configuration;
import gavel.harness.elastic.ElasticPass;
import gavel.harness.elastic.ElasticResult;
import gavel.harness.elastic.PassReading;
import gavel.harness.experiment.Replacements;
import gavel.harness.result.ExperimentVerdict;
import java.util.List;
import java.util.stream.IntStream;

/** Makes the passes of an elastic experiment again from their events and seconds, and its verdict from the passes. */
public final class ElasticCheck {
    private static final String PASSES = "passes";

    private final ElasticResult result;
    private final Examined examined;
    private final Findings findings;
    private final ExperimentCheck whole;

    private ElasticCheck(ElasticResult result, Examined examined, Findings findings) {
        this.result = result;
        this.examined = examined;
        this.findings = findings;
        this.whole = new ExperimentCheck(result, examined, findings);
    }

    /** @param journal its name */
    public static void check(ElasticResult result, Examined examined, String journal, Findings findings) {
        new ElasticCheck(result, examined, findings).check(journal);
    }

    private void check(String journal) {
        whole.configuration().ifPresent(this::passes);
        // Each load has a file of answered bids, and those of an earlier deployment were not audited.
        new AuditCheck(findings).check(examined.directory(), result.auditBefore(), result.auditAfter(), null);
        String asked = result.settings() + " " + result.capacity();
        whole.journal(journal, ElasticPass.class, result.passes(), PASSES, asked::equals);
        result.probes()
                .forEach(probe -> findings.that(
                        probe.passed() == probe.reason().isEmpty(),
                        "probes",
                        "the probe of " + probe.users() + " users has another reason than outcome: " + probe.reason()));
        whole.verdict(verdicts());
        whole.problem(ExperimentCheck.sound(result.auditBefore(), result.auditAfter()));
        findings.unknown(
                "capacity", "whether N(k) is that of " + result.settings().capacity() + ", another result");
        findings.unknown(
                PASSES,
                "whether seconds, events and links are what drivers and servers said: their reports are not kept");
    }

    /** How many passes were to be made in the place of others, the result does not say where it was interrupted. */
    private List<ExperimentVerdict> verdicts() {
        int asked = result.settings().repeats();
        long lost = result.passes().size() - result.counted().size();
        return IntStream.rangeClosed(0, Replacements.of(asked, lost))
                .mapToObj(replaced -> ElasticResult.judge(
                        asked, replaced, result.passes(), result.probes(), result.problem(), result.auditAfter()))
                .distinct()
                .toList();
    }

    private void passes(Configuration configuration) {
        LoadPath path = configuration.load().shape().path();
        if (path == null) {
            findings.contradiction("disclosure.configuration", "an elastic load needs a path: none (load.path)");
            return;
        }
        findings.same(result.settings().pathSeconds(), (int) path.seconds(), "settings.pathSeconds", "the path");
        findings.same(result.settings().most(), result.capacity().most(), "settings.most", "the servers of N(k)");
        for (int i = 0; i < result.passes().size(); i++) {
            ElasticPass told = result.passes().get(i);
            findings.same(told.number(), i + 1, PASSES, "the number of the pass");
            PassReading reading = new PassReading(
                    result.capacity(),
                    path,
                    told.beganMillis(),
                    configuration.appServers().count());
            pass(told, reading.again(told), PASSES + "[" + i + "]");
        }
    }

    private void pass(ElasticPass told, ElasticPass made, String where) {
        whole.follows(told.demand(), made.demand(), where + ".demand", "what path and N(k) come to");
        whole.follows(told.supply(), made.supply(), where + ".supply", "what its events come to");
        whole.follows(told.metrics(), made.metrics(), where + ".metrics", "what demand and supply come to");
        whole.follows(told.cost(), made.cost(), where + ".cost", "what its events and the path come to");
        whole.follows(told.goodShare(), made.goodShare(), where + ".goodShare", "what its seconds come to");
        whole.follows(told, made, where, "what its events and seconds come to");
    }
}
