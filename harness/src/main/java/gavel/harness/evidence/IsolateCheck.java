package gavel.harness.evidence;

import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.result.ExperimentVerdict;
import java.nio.file.Path;
import java.util.List;

/** Holds the measurements of several tenants against what was asked for, and makes their verdict again. */
public final class IsolateCheck {
    private static final String PHASES = "phases";

    private final IsolateResult result;
    private final Examined examined;
    private final Findings findings;
    private final ExperimentCheck whole;

    private IsolateCheck(IsolateResult result, Examined examined, Findings findings) {
        this.result = result;
        this.examined = examined;
        this.findings = findings;
        this.whole = new ExperimentCheck(result, examined, findings);
    }

    /** @param journal its name */
    public static void check(IsolateResult result, Examined examined, String journal, Findings findings) {
        new IsolateCheck(result, examined, findings).check(journal);
    }

    private void check(String journal) {
        for (int i = 1; i <= result.tenants(); i++) {
            Path directory = examined.directory().resolve(tenant(i));
            findings.at(tenant(i));
            if (i == 1 && result.disclosure() != null) {
                configuration(directory);
            }
            if (result.audited()) {
                // Each load has a file of answered bids, and those of an earlier deployment were not audited.
                new AuditCheck(findings).check(directory, null, result.audits().get(i - 1), null);
            }
        }
        findings.at("");
        String asked = "tenants=" + result.tenants() + ", users=" + result.users() + ", factors=" + result.factors();
        String shared = " shared " + result.shared();
        whole.journal(
                journal,
                IsolatePhase.class,
                result.phases(),
                PHASES,
                what -> what.contains(asked) && what.endsWith(shared));
        for (int i = 0; i < result.phases().size(); i++) {
            phase(result.phases().get(i), PHASES + "[" + i + "]");
        }
        whole.verdict(verdicts());
        whole.problem(result.audited());
        findings.unknown(PHASES, "whether tenants got what is said: the reports of their measurements are not kept");
    }

    /** Directory of its deployment; what is disclosed is that of the first. */
    private static String tenant(int number) {
        return "tenant-" + number;
    }

    /** What tenants share is external to each of them, so that they have other services than was asked for. */
    private void configuration(Path directory) {
        SettingsCheck settings = new SettingsCheck(new Examined(directory, false, examined.sameProgram()), findings);
        if (result.shared().isEmpty()) {
            settings.check(result.run(), result.disclosure(), false);
        } else {
            settings.disclosed(result.disclosure());
        }
    }

    private void phase(IsolatePhase phase, String where) {
        findings.same(phase.tenants().size(), result.tenants(), where, "the number of tenants");
        if (!phase.problem().isEmpty()) {
            return;
        }
        int more = (int) Math.round(phase.factor() * result.users());
        for (int i = 1; i <= phase.tenants().size(); i++) {
            int users = phase.tenants().get(i - 1).users();
            boolean special = i == phase.tenant();
            boolean asked =
                    switch (phase.kind()) {
                        case ALONE -> users == (special ? result.users() : 0);
                        case TOGETHER -> users == result.users();
                        case DISRUPTED -> users == (special ? more : result.users());
                        case REDUCED -> special ? users == more : users < result.users();
                    };
            findings.that(asked, where, "tenant " + i + " has " + users + " users: " + phase.words());
        }
    }

    private List<ExperimentVerdict> verdicts() {
        long lost = result.phases().stream()
                .filter(phase -> !phase.problem().isEmpty())
                .count();
        return ExperimentCheck.replaced(result.planned(), lost)
                .mapToObj(replaced -> IsolateResult.judge(
                        result.planned(), replaced, result.phases(), result.problem(), result.audits()))
                .distinct()
                .toList();
    }
}
