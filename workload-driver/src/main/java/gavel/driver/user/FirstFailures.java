package gavel.driver.user;

import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.profile.OperationKind;
import gavel.driver.record.Outcome;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Keeps the first exchanges that failed. Requests are shown without headers and bodies, so there is no secret in them. Owned by the loop. */
public final class FirstFailures {
    private static final int KEPT = 20;
    private static final int LONGEST = 300;

    private final List<FailedExchange> kept = new ArrayList<>();
    private final InstantSource time;

    FirstFailures(InstantSource time) {
        this.time = time;
    }

    void add(OperationKind kind, String request, Outcome outcome, String detail) {
        if (kept.size() < KEPT && outcome != Outcome.CANCELLED) {
            String said = detail == null ? "" : detail;
            kept.add(new FailedExchange(
                    time.millis(),
                    kind.title(),
                    request,
                    outcome.label(),
                    said.length() > LONGEST ? said.substring(0, LONGEST) + "…" : said));
        }
    }

    List<FailedExchange> kept() {
        return List.copyOf(kept);
    }
}
