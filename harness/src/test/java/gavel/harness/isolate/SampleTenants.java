package gavel.harness.isolate;

import gavel.harness.isolate.IsolatePhase.Kind;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.report.SampleResults;
import gavel.harness.verdict.Audit;
import java.util.List;

/** Measurements of tenants that nobody made. */
public final class SampleTenants {
    private static final Audit CLEAN = new Audit(
            true, 5, List.of(new Audit.Invariant("bids", "answered bids are there", 100, 0, List.of())), List.of());
    private static final Audit LOST = new Audit(
            false, 5, List.of(new Audit.Invariant("bids", "answered bids are there", 100, 2, List.of())), List.of());

    private SampleTenants() {}

    static Tenant tenant(int users, double millis) {
        return new Tenant(users, millis, users / 5.0, "", "", 0.5);
    }

    static IsolatePhase phase(Kind kind, int tenant, double factor, int repeat, Tenant... tenants) {
        return new IsolatePhase(kind, tenant, factor, repeat, List.of(tenants), uses(kind));
    }

    /** All have the machine and a database in common; it is busy while somebody disrupts. */
    private static List<CommonUse> uses(Kind kind) {
        boolean disrupted = kind == Kind.DISRUPTED || kind == Kind.REDUCED;
        return List.of(
                new CommonUse(CommonUse.MACHINE, disrupted ? 0.6 : 0.5),
                new CommonUse("relational", disrupted ? 0.96 : 0.5));
    }

    /** Alone, together, and with twice the users of the first: the other needs as many milliseconds as said. */
    static List<IsolatePhase> round(int repeat, double millis, String broken) {
        return List.of(
                phase(Kind.ALONE, 1, 1, repeat, tenant(100, 80), Tenant.RESTING),
                phase(Kind.ALONE, 2, 1, repeat, Tenant.RESTING, tenant(100, 80)),
                phase(Kind.TOGETHER, 0, 1, repeat, tenant(100, 100), tenant(100, 100)),
                phase(Kind.DISRUPTED, 1, 2, repeat, tenant(200, 300), new Tenant(100, millis, 19, broken, "", 0.95)));
    }

    public static IsolateResult result(int planned, boolean lost, List<IsolatePhase> phases) {
        List<Audit> audits = List.of(CLEAN, lost ? LOST : CLEAN);
        return new IsolateResult(
                IsolateResult.SCHEMA_VERSION,
                SampleResults.passed().run(),
                IsolateResult.judge(planned, 0, phases, "", audits),
                2,
                100,
                List.of(2.0),
                List.of("relational"),
                planned,
                phases,
                "",
                audits,
                600,
                List.of("a remark <b>"),
                SampleResults.passed().disclosure());
    }

    public static IsolateResult result() {
        return result(4, false, round(1, 120, ""));
    }
}
