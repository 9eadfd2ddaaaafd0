package gavel.harness.run.isolate;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Sizing;
import gavel.harness.isolate.IsolateScript;
import gavel.harness.run.RunRequest;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IsolateRequestTest {
    private static RunRequest request(int users) {
        List<SettingOverride> overrides = Stream.of(
                        "load.users=" + users,
                        "relational.implementation=postgresql",
                        "broker.implementation=rabbitmq",
                        "documents.implementation=server")
                .map(SettingOverride::parse)
                .toList();
        Configuration configuration = new Configurations(Path.of("../deploy/configs")).read("minimal", overrides);
        return new RunRequest(configuration, overrides, null, false, "gavel isolate");
    }

    private static IsolateRequest tenants(int number, List<String> shared) {
        RunRequest owner = request(number * 400);
        return new IsolateRequest(
                Collections.nCopies(number, request(400)),
                new IsolateScript(number, 200, List.of(2.0), false, 1, false),
                shared.isEmpty() ? null : new IsolateRequest.Sharing(owner, shared, (_, _) -> request(400)),
                null);
    }

    @Test
    void tenantsThatShareNothingNeedTheSumOfTheirMemory() {
        assertThat(tenants(3, List.of()).sharedMebibytes()).isZero();
    }

    @Test
    void aSharedDatabaseIsThereOnceAndAsLargeAsAllNeedIt() {
        long ofOne = Sizing.of(request(400).configuration()).databaseMemory();
        long ofAll = Sizing.of(request(1_200).configuration()).databaseMemory();

        assertThat(tenants(3, List.of("relational")).sharedMebibytes()).isEqualTo(ofAll - 3 * ofOne);
    }

    /** Two tenants with all defaults take at most half an hour, as was asked for. */
    @ParameterizedTest
    @CsvSource({"1, false, 13", "1, true, 22", "3, false, 28"})
    void twoTenantsTakeAtMostHalfAnHour(int repeats, boolean capacity, int minutes) {
        List<SettingOverride> most = List.of(SettingOverride.parse("load.users=300"));
        RunRequest tenant = new RunRequest(
                new Configurations(Path.of("../deploy/configs")).read("minimal", most), most, null, false, "gavel");
        IsolateRequest request = new IsolateRequest(
                List.of(tenant, tenant),
                new IsolateScript(2, 100, List.of(2.0, 3.0), false, repeats, capacity),
                null,
                null);

        assertThat(request.predicted(List.of()).most() / 60).isBetween(minutes - 1.0, (double) minutes);
        assertThat(request.predicted(List.of()).least())
                .isEqualTo(2 * request.deploying().least()
                        + request.after(List.of(), 0).least());
    }

    @Test
    void moreInCommonSavesMore() {
        assertThat(tenants(2, List.of("relational", "broker", "documents")).sharedMebibytes())
                .isLessThan(tenants(2, List.of("relational")).sharedMebibytes())
                .isNegative();
    }
}
