package gavel.harness.dashboard.board;

import gavel.harness.config.Configuration;
import gavel.harness.report.text.Words;

/**
 * What a page is about.
 *
 * @param sentence what is done, for people; empty where nothing runs
 */
public record Subject(Kind kind, String name, String profile, String length, String services, String sentence) {
    /** Of a page; with results nothing runs and finished ones are shown. */
    public enum Kind {
        RUN,
        PEAK,
        RESULTS
    }

    /** Before the configuration is known. */
    static Subject unknown(Kind kind) {
        return new Subject(kind, "", "", "", "", "");
    }

    static Subject of(Kind kind, Configuration configuration) {
        String servers = "%s with %s services"
                .formatted(
                        Words.plural(configuration.appServers().count(), "application server"),
                        configuration.services());
        String sentence = kind == Kind.PEAK
                ? "Search for the peak: the most users that are served well by " + servers + "."
                : "%s of profile %s for %s s against %s."
                        .formatted(
                                configuration.load().shape().constant()
                                        ? Words.plural(configuration.load().users(), "simulated user")
                                        : "Load of "
                                                + configuration
                                                        .load()
                                                        .shape()
                                                        .words(configuration
                                                                .load()
                                                                .users()),
                                configuration.load().profile(),
                                configuration.load().phases().measureSeconds(),
                                servers);
        return new Subject(
                kind,
                configuration.name(),
                configuration.load().profile(),
                configuration.load().lengthName(),
                configuration.services(),
                sentence);
    }
}
