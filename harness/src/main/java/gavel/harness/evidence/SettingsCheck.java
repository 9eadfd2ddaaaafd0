package gavel.harness.evidence;

import gavel.driver.api.LoadReport;
import gavel.driver.api.TextFile;
import gavel.harness.action.ActionSettings;
import gavel.harness.compare.Settings;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.placement.Placement;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RunInfo;
import gavel.harness.verdict.Evidence;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import gavel.harness.verdict.Verdicts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Holds the configuration as it was run against what the result says was asked for. */
final class SettingsCheck {
    private static final String FILE = "configuration.yaml";
    private static final String WHERE = "disclosure.configuration";
    /** A load that was stopped, and one that ended by itself as nobody was served: of the second, no other rule is told. */
    private static final Set<String> EARLY = Set.of("wholeMeasurement", "service");

    private final Examined examined;
    private final Findings findings;

    SettingsCheck(Examined examined, Findings findings) {
        this.examined = examined;
        this.findings = findings;
    }

    /**
     * Empty where this version cannot read it.
     *
     * @param several whether one result takes several loads, so that users and phases are not those of the configuration
     */
    Optional<Configuration> check(RunInfo run, Disclosure disclosure, boolean several) {
        Optional<Configuration> read = disclosed(disclosure);
        read.ifPresent(configuration -> {
            findings.same(run.name(), configuration.name(), WHERE, "the name of what was run");
            findings.same(run.seed(), configuration.load().seed(), WHERE, "the seed");
            findings.same(run.profile(), configuration.load().profile(), WHERE, "the profile");
            findings.same(run.services(), configuration.services(), WHERE, "the services");
            if (!several && !examined.part()) {
                findings.same(run.users(), configuration.load().users(), WHERE, "the users");
                findings.same(run.phases(), configuration.load().phases(), WHERE, "the phases");
            }
            if (!examined.part()) {
                findings.same(run.length(), configuration.load().lengthName(), WHERE, "the length");
            }
        });
        return read;
    }

    /** What was disclosed is what stands beside the result; empty where this version cannot read it. */
    Optional<Configuration> disclosed(Disclosure disclosure) {
        if (!examined.part()) {
            file(disclosure.configuration());
        }
        Optional<Configuration> read = read(disclosure);
        read.filter(_ -> examined.sameProgram())
                .ifPresent(configuration -> findings.same(
                        disclosure.sharedCores(),
                        !Placement.of(configuration).driversApart(),
                        "disclosure.sharedCores",
                        "where its drivers ran"));
        return read;
    }

    private void file(String disclosed) {
        Path file = examined.directory().resolve(FILE);
        try {
            findings.same(TextFile.read(file), disclosed, FILE, "the configuration in the result");
        } catch (IOException absent) {
            findings.missing(FILE, "it cannot be read: " + absent.getMessage());
        }
    }

    Optional<Configuration> read(Disclosure disclosure) {
        String text = disclosure.configuration();
        Path anywhere = examined.directory().toAbsolutePath();
        try {
            return Optional.of(new Configurations(anywhere).stored(new Configurations.Source(WHERE, text, anywhere)));
        } catch (ConfigurationException e) {
            String why = "this version cannot read it: " + e.getMessage();
            if (examined.sameProgram()) {
                findings.contradiction(WHERE, why);
            } else {
                findings.unknown(WHERE, why);
            }
            return Optional.empty();
        }
    }

    /**
     * Of what another version concluded less is made again: so it must have been that version which began.
     *
     * @param program that the journal names; null in older ones
     */
    void program(Disclosure disclosure, String program) {
        if (disclosure != null && program != null) {
            findings.same(
                    disclosure.versions().get("gavel"), program, "disclosure.versions", "the Gavel of the journal");
        }
    }

    /** What every result of such a configuration remarks. */
    static List<String> remarks(Configuration configuration, Disclosure disclosure) {
        MeasurementConditions conditions = new MeasurementConditions(
                configuration.load().lengthName(),
                configuration.services(),
                configuration.load().builtInProfile(),
                !Placement.of(configuration).driversApart(),
                Settings.changed(disclosure.configuration()));
        return Verdicts.judge(new Evidence(conditions, List.of(), 0, null, null, List.of()))
                .remarks();
    }

    /** What a reader has to know is told; further remarks are of what stands nowhere else, such as an interruption. */
    void remarked(List<String> told, List<String> needed) {
        List<String> absent =
                needed.stream().filter(remark -> !told.contains(remark)).toList();
        if (examined.sameProgram()) {
            findings.that(absent.isEmpty(), "remarks", "it does not say: " + String.join(" ", absent));
        }
    }

    /** Each action that was asked for was done, or has a problem; the verdict tells of those. */
    void actions(Configuration configuration, List<String> done) {
        findings.same(
                done,
                configuration.actions().stream()
                        .map(ActionSettings::text)
                        .sorted()
                        .toList(),
                "actions",
                "what the configuration asks for");
    }

    /** Of the load as it was asked for and as it was made. */
    void load(RunInfo run, LoadReport load) {
        findings.same(load.users(), run.users(), "load.users", "the users that were asked for");
        findings.same(load.seed(), run.seed(), "load.seed", "the seed that was asked for");
        long seconds = (load.measuredToMillis() - load.measuredFromMillis()) / 1_000;
        int asked = run.phases().measureSeconds();
        findings.that(
                seconds <= asked && (examined.part() || seconds == asked || endedEarly(load)),
                "load.measuredToMillis",
                "the measurement took " + seconds + " s of the " + asked + " that were asked for");
        findings.that(
                run.startedAt().toEpochMilli() <= load.measuredFromMillis()
                        && (seconds == 0
                                || load.measuredToMillis() <= run.finishedAt().toEpochMilli()),
                "load.measuredFromMillis",
                "the measurement is not within the run");
    }

    /** What the driver's rules say then. */
    private static boolean endedEarly(LoadReport load) {
        return load.rules().stream()
                .anyMatch(rule ->
                        EARLY.contains(rule.rule()) && rule.status().name().equals("INVALID"));
    }
}
