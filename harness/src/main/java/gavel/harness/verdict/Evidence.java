package gavel.harness.verdict;

import gavel.driver.api.RuleOutcome;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything a verdict rests on.
 *
 * @param rules the driver's, in its order of precedence; empty when there was no load or no report
 * @param measuredOperations starts within the measurement
 * @param auditBefore null when it was not made
 * @param auditAfter null when it was not made
 * @param incidents what happened to the run itself
 */
public record Evidence(
        MeasurementConditions conditions,
        List<RuleOutcome> rules,
        long measuredOperations,
        Audit auditBefore,
        Audit auditAfter,
        List<Incident> incidents) {
    public Evidence {
        rules = List.copyOf(rules);
        incidents = List.copyOf(incidents);
    }

    /**
     * What the run was allowed to prove.
     *
     * @param length smoke, standard, official or custom
     * @param services embedded, mixed (some are), or external
     * @param builtInProfile whether the profile is an unchanged built-in one
     * @param sharedCores whether driver and application ran on the same cores
     * @param changed what the configuration has in place of what the run rules fix ({@link RunRules#changed})
     */
    public record MeasurementConditions(
            String length, String services, boolean builtInProfile, boolean sharedCores, Map<String, String> changed) {
        public MeasurementConditions {
            changed = Collections.unmodifiableMap(new LinkedHashMap<>(changed));
        }
    }

    /** Something that happened to the run; each makes it INVALID. */
    public record Incident(Kind kind, String subject, String message) {
        public enum Kind {
            INTERRUPTED,
            TIER_RESTARTED,
            TIER_VANISHED,
            DRIVER_LOST,
            /** Of a host, a machine or a process, where that forbids to take a limit that broke for the work of users. */
            OUTAGE,
            ACTION_FAILED,
            NOT_AUDITED,
            PHASE_FAILED
        }
    }
}
