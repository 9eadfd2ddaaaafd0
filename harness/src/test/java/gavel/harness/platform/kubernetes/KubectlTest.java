package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KubectlTest {
    private final FakeKubectl shell = new FakeKubectl();

    private Kubectl named(String context, String namespace) {
        Kubectl named = new Kubectl(shell, context, namespace).named();
        return new Kubectl(null, named.context(), named.namespace());
    }

    @Test
    void whatIsCurrentGetsItsName() {
        shell.answers("config view --minify", FakeKubectl.good("prod\nbench"));

        assertThat(named(null, null)).isEqualTo(new Kubectl(null, "prod", "bench"));
        assertThat(named(null, "other")).isEqualTo(new Kubectl(null, "prod", "other"));
        assertThat(shell.diary())
                .first()
                .isEqualTo("kubectl --request-timeout=15s config view --minify"
                        + " --output=jsonpath={.current-context}{\"\\n\"}{.contexts[0].context.namespace}");
    }

    @Test
    void aContextWithoutANamespaceHasThatOfKubernetes() {
        shell.answers("--context=b config view", FakeKubectl.good("b\n"));

        assertThat(named("b", null)).isEqualTo(new Kubectl(null, "b", "default"));
    }

    @Test
    void whatHasItsNamesIsNotAskedFor() {
        assertThat(named("prod", "bench")).isEqualTo(new Kubectl(null, "prod", "bench"));
        assertThat(shell.diary()).isEmpty();
    }

    /** As in a pod, whose kubectl finds its cluster by its service account. */
    @Test
    void withoutAKubeconfigItStaysAsItIs() {
        shell.answers("config view", FakeKubectl.bad("error: current-context must exist in order to minify"));

        assertThat(named(null, null)).isEqualTo(new Kubectl(null, null, null));
    }

    /** What kubectl's own documentation suggests: {@code delete} with {@code interactive: true} in the file kuberc. */
    @Test
    void aDeletionIsNotConfirmedByAnybody() {
        Kubectl kubectl = new Kubectl(shell, "prod", "bench");
        kubectl.tried("delete", "pods", "x");
        kubectl.tried("get", "pods");

        assertThat(shell.diary())
                .containsExactly(
                        "env KUBERC=off KUBECTL_KUBERC=false kubectl --request-timeout=15s --context=prod"
                                + " --namespace=bench delete pods x",
                        "kubectl --request-timeout=15s --context=prod --namespace=bench get pods");
    }
}
