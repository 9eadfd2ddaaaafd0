package gavel.harness.kind;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.compare.Settings;
import gavel.harness.config.Configuration;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PlatformResult;
import gavel.harness.report.SampleResults;
import gavel.harness.result.JsonFile;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.Result;
import gavel.harness.result.RunFindings;
import gavel.harness.result.RunResult;
import gavel.harness.run.Disclosures;
import gavel.harness.run.RunRig;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.setting.RecordWriter;
import gavel.harness.verdict.RunRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A result of whatever kind is official only where nothing is changed that the run rules fix. */
class OfficialResultsTest {
    private static final List<String> OFFICIAL = List.of(
            "load.length=official",
            "relational.implementation=postgresql",
            "broker.implementation=rabbitmq",
            "documents.implementation=mongodb");
    private static final Map<String, String> OTHERWISE = Map.of(
            "load.profile", "classic",
            "lots.lastCallAfter", "10s",
            "lots.closeAfter", "31s",
            "appServers.bcryptCost", "4",
            "relational.durable", "false",
            "documents.durable", "false");

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path home;

    private Configuration configuration(String... more) {
        return new RunRig(home)
                .configuration(Stream.concat(OFFICIAL.stream(), Stream.of(more)).toArray(String[]::new));
    }

    private static RunResult run(Configuration configuration) {
        RunResult known = SampleResults.passed();
        return new RunFindings(
                        known.run(),
                        Disclosures.conditions(configuration),
                        known.load(),
                        known.auditBefore(),
                        known.auditAfter(),
                        known.collected(),
                        known.intervals(),
                        List.of(),
                        known.phases(),
                        known.actions(),
                        known.disclosure())
                .conclude();
    }

    /** By kind, whether a result of this configuration is official. */
    private Map<String, Boolean> official(Configuration configuration) throws IOException {
        Map<String, Boolean> official = new LinkedHashMap<>();
        put(official, new RunKind(), run(configuration), configuration);
        put(official, new PeakKind(), SampleSweeps.peak(SampleSweeps.found(100), 0.5), configuration);
        put(official, new PlatformKind(), KindRowsTest.platform(new Peak(940, 1_000, 1_060)), configuration);
        put(official, new ScaleKind(), SampleSweeps.line(3), configuration);
        return official;
    }

    private <R extends Result> void put(
            Map<String, Boolean> official, ResultKind<R> kind, R sample, Configuration configuration)
            throws IOException {
        Path file = home.resolve(kind.file());
        JsonFile.write(file, sample);
        ObjectNode root = (ObjectNode) JSON.readTree(Files.readAllBytes(file));
        ((ObjectNode) root.get("run"))
                .put("length", configuration.load().lengthName())
                .put("services", configuration.services());
        ((ObjectNode) root.get("disclosure")).put("configuration", RecordWriter.write(configuration));
        Files.write(file, JSON.writeValueAsBytes(root));
        official.put(kind.name(), kind.index(kind.read(home)).official());
    }

    static Set<String> fixed() {
        return Settings.of(RecordWriter.write(new RunRig(Path.of("")).configuration())).keySet().stream()
                .filter(path -> !RunRules.remark(path).isEmpty())
                .collect(Collectors.toSet());
    }

    @Test
    void whatKeepsTheRulesIsOfficialInEveryKind() throws IOException {
        assertThat(official(configuration()).values()).hasSize(4).containsOnly(true);
        assertThat(official(configuration("load.length=standard")).values()).containsOnly(false);
        assertThat(official(configuration("broker.implementation=embedded")).values())
                .containsOnly(false);
    }

    @Test
    void aPlatformTakesThreeSearchesWithAPeak() throws IOException {
        PlatformResult three = KindRowsTest.platform(new Peak(940, 1_000, 1_060));
        PlatformResult two = RecordCopy.with(three, "searches", three.searches().subList(0, 2));
        Map<String, Boolean> official = new LinkedHashMap<>();

        put(official, new PlatformKind(), two, configuration());

        assertThat(official).containsEntry("platform", false);
    }

    @Test
    void everySettingThatIsFixedIsTried() {
        assertThat(fixed()).isEqualTo(OTHERWISE.keySet());
    }

    @ParameterizedTest
    @MethodSource("fixed")
    void aChangeOfWhatIsFixedIsNotOfficialInAnyKind(String path) throws IOException {
        Configuration changed = configuration(path + "=" + OTHERWISE.get(path));

        assertThat(official(changed).values()).hasSize(4).containsOnly(false);
        assertThat(run(changed).verdict().remarks())
                .contains(
                        "Not official: the run rules fix other values than " + path + "=" + OTHERWISE.get(path) + ".");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "appServers.count=3",
                "appServers.jvmFlags=[-Xss1m]",
                "relational.settings=[work_mem=8MB]",
                "drivers.count=2",
                "costs.currency=EUR"
            })
    void whatIsFreeChangesNothing(String setting) throws IOException {
        assertThat(official(configuration(setting)).values()).hasSize(4).containsOnly(true);
    }
}
