package gavel.harness.result;

import gavel.driver.api.LoadReport;
import gavel.harness.collect.Collected;
import gavel.harness.collect.bottleneck.TierUse;
import java.util.List;

/** What results of every kind tell. */
public interface Result {
    int schemaVersion();

    /** What was asked for. */
    RunInfo run();

    /** What it took in all. */
    double seconds();

    /** Null when nothing was measured. */
    Disclosure disclosure();

    /** Of every deployment that was measured. */
    default List<Disclosure> disclosures() {
        return disclosure() == null ? List.of() : List.of(disclosure());
    }

    /** The load whose figures are those of the result; null where there is no single one. */
    default LoadReport load() {
        return null;
    }

    /** Use of each tier over {@link #load}. */
    default List<TierUse> tiers() {
        return List.of();
    }

    /** What was seen of machine and processes over {@link #load}; null without one. */
    default Collected collected() {
        return null;
    }
}
