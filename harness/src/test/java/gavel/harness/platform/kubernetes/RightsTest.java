package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.platform.container.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class RightsTest {
    private final FakeKubectl cluster = new FakeKubectl();
    private final Rights rights = new Rights(new Kubectl(cluster, "prod", "bench"), false);

    @Test
    void whoHasAllOfThemHasNoProblem() {
        assertThat(rights.problems()).isEmpty();
        assertThat(cluster.diary())
                .hasSize(Rights.NEEDED.size())
                .allMatch(asked ->
                        asked.startsWith("kubectl --request-timeout=15s --context=prod --namespace=bench auth can-i "));
    }

    /** Whoever may not list what he deletes by its label leaves it. */
    @Test
    void allThatIsDeletedByItsLabelMayBeListed() {
        for (List<Rights.Right> rights : List.of(Rights.NEEDED, Rights.NEEDED_TO_SCALE)) {
            assertThat(rights)
                    .filteredOn(right -> right.verb().equals("delete"))
                    .isNotEmpty()
                    .allSatisfy(
                            deleting -> assertThat(rights).contains(new Rights.Right("list", deleting.resource(), "")));
        }
    }

    @Test
    void aStatefulSetNeedsMore() {
        cluster.answers("can-i patch statefulsets.apps --subresource=scale", new Shell.Said(1, "no\n", List.of()));

        assertThat(new Rights(new Kubectl(cluster, "prod", "bench"), true).problems())
                .containsExactly(
                        "you may not patch statefulsets.apps/scale in namespace bench, context prod: ask for the Role of deploy/helm/role.yaml");
        assertThat(cluster.diary()).hasSize(Rights.NEEDED.size() + Rights.NEEDED_TO_SCALE.size());
    }

    @Test
    void everyMissingOneIsTold() {
        cluster.answers("can-i create pods --subresource=exec", new Shell.Said(1, "no\n", List.of()));
        cluster.answers("can-i delete configmaps", new Shell.Said(1, "no - no RBAC policy matched\n", List.of()));

        assertThat(rights.problems())
                .containsExactly(
                        "you may not delete configmaps in namespace bench, context prod: ask for the Role of deploy/helm/role.yaml",
                        "you may not create pods/exec in namespace bench, context prod: ask for the Role of deploy/helm/role.yaml");
    }

    @Test
    void aWarningBesideTheAnswerIsNoProblem() {
        cluster.answers(
                "can-i create pods", new Shell.Said(0, "yes\n", List.of("Warning: resource is not namespace scoped")));

        assertThat(rights.problems()).isEmpty();
    }

    @Test
    void whereNothingIsInstalledOneLineSaysSo() {
        cluster.answers("auth", new Shell.Said(Shell.MISSING, "", List.of("No such file")));

        assertThat(rights.problems())
                .containsExactly("kubectl is not installed: install it, and a kubeconfig for the cluster");
        assertThat(cluster.diary()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | The connection to the server 10.88.0.11:6443 was refused | The connection to the server 10.88.0.11:6443 was refused",
                "1 | error: context \"prod\" does not exist | error: context \"prod\" does not exist",
                "124 | | no answer in time",
                "0 | | exit code 0"
            })
    void whereNobodyAnswersItIsTheOnlyProblem(int code, String error, String reason) {
        cluster.answers("auth", new Shell.Said(code, "", error == null ? List.of() : List.of(error)));

        assertThat(rights.problems())
                .containsExactly("no cluster answers: " + reason + " (namespace bench, context prod)");
    }

    @Test
    void whatIsCurrentIsLeftToKubectl() {
        new Rights(new Kubectl(cluster, null, null), false).problems();

        assertThat(cluster.diary()).first().isEqualTo("kubectl --request-timeout=15s auth can-i create configmaps");
        assertThat(new Kubectl(cluster, null, null).place()).isEqualTo("namespace of the context");
    }

    /** Who is given that role can run. */
    @Test
    void theDocumentedRoleHasThemAll() throws Exception {
        JsonNode role = new YAMLMapper().readTree(Files.readString(Path.of("../deploy/helm/role.yaml")));
        for (Rights.Right right : Stream.of(Rights.NEEDED, Rights.NEEDED_TO_SCALE)
                .flatMap(List::stream)
                .toList()) {
            String resource = right.resource().replaceFirst("\\..*", "")
                    + (right.subresource().isEmpty() ? "" : "/" + right.subresource());
            assertThat(role.path("rules"))
                    .as(right.words())
                    .anyMatch(
                            rule -> holds(rule.path("resources"), resource) && holds(rule.path("verbs"), right.verb()));
        }
    }

    private static boolean holds(JsonNode list, String word) {
        for (JsonNode one : list) {
            if (one.asString().equals(word)) {
                return true;
            }
        }
        return false;
    }
}
