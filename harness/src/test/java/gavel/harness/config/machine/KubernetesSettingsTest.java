package gavel.harness.config.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.failure.ConfigurationException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesSettingsTest {
    private static Configuration read(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read("minimal", Stream.of(settings).map(SettingOverride::parse).toList());
    }

    private static KubernetesSettings kubernetes(String setting) {
        return read("platform=kubernetes", "kubernetes." + setting).kubernetes();
    }

    @Test
    void nothingHasToBeSaid() {
        KubernetesSettings usual = read("platform=kubernetes").kubernetes();

        assertThat(usual.wanted()).isFalse();
        assertThat(usual.context()).isNull();
        assertThat(usual.storageSize().mebibytes()).isEqualTo(10_240);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "context=kind-kind",
                "context=arn:aws:eks:eu-west-1:123:cluster/bench",
                "context=me@cluster.example",
                "context=bench (prod) = 1",
                "namespace=bench-1",
                "registry=registry.example:5000/team",
                "registry=123.dkr.ecr.eu-west-1.amazonaws.com/my-team/bench_2",
                "pullSecrets=[regcred, other.one]",
                "nodeSelector=[pool=bench, example.com/disk=fast, empty=]",
                "driverNodeSelector=[pool=load]",
                "tolerations=[dedicated=bench:NoSchedule, gpu:NoExecute, any, a=b]",
                "storageClass=fast.example",
                "statefulSet=true"
            })
    void goodWordsAreTaken(String setting) {
        assertThat(kubernetes(setting).wanted()).isTrue();
        assertThat(kubernetes(setting).described()).startsWith(setting.replaceFirst("=.*", " "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "context=--kubeconfig=/x | context must be a context of the kubeconfig: --kubeconfig=/x",
                "namespace=Bench | namespace must be 1 to 63 small letters, digits and -: Bench",
                "namespace=-x | namespace must be 1 to 63 small letters, digits and -: -x",
                "registry=http://r/ | registry must be host and path of a registry, such as registry.example:5000: http://r/",
                "registry=http://r | registry must be host and path of a registry, such as registry.example:5000: http://r",
                "registry=r.example/Team | registry must be host and path of a registry, such as registry.example:5000: r.example/Team",
                "pullSecrets=[A] | pullSecrets must be names of secrets: A",
                "nodeSelector=[pool] | nodeSelector must be labels such as pool=bench: pool",
                "driverNodeSelector=[=x] | driverNodeSelector must be labels such as pool=bench: =x",
                "tolerations=[a=b:Never] | tolerations must be taints such as dedicated=bench:NoSchedule",
                "storageClass=a/b | storageClass must be the name of a storage class: a/b",
                "storageSize=1m | storageSize must be >= 512m: 1m"
            })
    void aBadOneIsToldWithItsRule(String setting, String problem) {
        assertThatThrownBy(() -> kubernetes(setting))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void allBadOnesAreToldTogether() {
        assertThatThrownBy(() ->
                        read("platform=kubernetes", "kubernetes.namespace=X", "kubernetes.nodeSelector=[a, b, c=d]"))
                .hasMessageContaining("small letters, digits and -: X")
                .hasMessageContaining("pool=bench: a")
                .hasMessageContaining("pool=bench: b")
                .hasMessageNotContaining("c=d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "compose", "null"})
    void theyAreForTheirPlatformAlone(String platform) {
        assertThatThrownBy(
                        () -> read("platform=" + platform, "kubernetes.context=prod", "kubernetes.nodeSelector=[a=b]"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(
                        "kubernetes is for platform kubernetes (platform: kubernetes, --platform kubernetes): context prod, nodeSelector [a=b]");
    }

    @Test
    void thePlatformKnowsItsWord() {
        assertThat(Stream.of(Configuration.Platform.values()).map(Configuration.Platform::word))
                .isEqualTo(List.of("local", "ssh", "compose", "kubernetes"));
        assertThat(read("platform=kubernetes").clustered()).isTrue();
        assertThat(read("platform=kubernetes").contained()).isTrue();
        assertThat(read("platform=compose").clustered()).isFalse();
    }

    @Test
    void machinesThatAreNamedAreAnotherPlatform() {
        assertThatThrownBy(() -> new Configurations(Path.of("../deploy/configs"))
                        .read(
                                new Configurations.Source(
                                        "x.yaml",
                                        "platform: kubernetes\nhosts: {machines: [{name: a, address: 10.0.0.1, tiers: [drivers]}]}\n",
                                        Path.of("/")),
                                List.of()))
                .hasMessageContaining("must be ssh or null, as hosts.machines names machines");
    }
}
