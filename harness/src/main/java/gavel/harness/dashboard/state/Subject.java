package gavel.harness.dashboard.state;

import gavel.harness.config.Configuration;
import gavel.harness.kind.ResultKind;

/**
 * What a page is about.
 *
 * @param kind of result; {@link #RESULTS} where nothing runs and finished ones are shown
 * @param severalLoads whether one load after the other belongs to it
 * @param sentence what is done, for people; empty where nothing runs
 */
public record Subject(
        String kind,
        boolean severalLoads,
        String name,
        String profile,
        String length,
        String services,
        String sentence) {
    static final String RESULTS = "results";

    /**
     * Before the configuration is known.
     *
     * @param kind null where nothing runs
     */
    static Subject unknown(ResultKind<?> kind) {
        return kind == null
                ? new Subject(RESULTS, false, "", "", "", "", "")
                : new Subject(kind.name(), kind.severalLoads(), "", "", "", "", "");
    }

    static Subject of(ResultKind<?> kind, Configuration configuration) {
        return new Subject(
                kind.name(),
                kind.severalLoads(),
                configuration.name(),
                configuration.load().profile(),
                configuration.load().lengthName(),
                configuration.services(),
                kind.doing(configuration));
    }
}
