package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.failure.EnvironmentException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkPoliciesTest {
    private final FakeKubectl kubectl = new FakeKubectl();
    private final NetworkPolicies policies = new NetworkPolicies(
            new Kubectl(kubectl, "prod", "bench"),
            List.of(Map.of("gavel.host", "app1", "tier", "app"), Map.of("gavel.host", "web1", "tier", "web")));

    private void there(String... selectors) {
        String items = "";
        for (String selector : selectors) {
            items += (items.isEmpty() ? "" : ",")
                    + "{\"metadata\": {\"name\": \"p%s\"}, \"spec\": {\"podSelector\": %s}}"
                            .formatted(items.length(), selector);
        }
        kubectl.answers(" get networkpolicies", FakeKubectl.good("{\"items\": [" + items + "]}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{}                                                                               | true",
                "{\"matchLabels\": {\"tier\": \"web\"}}                                               | true",
                "{\"matchLabels\": {\"tier\": \"database\"}}                                          | false",
                "{\"matchLabels\": {\"tier\": \"web\", \"gavel.host\": \"app1\"}}                       | false",
                "{\"matchExpressions\": [{\"key\": \"tier\", \"operator\": \"In\", \"values\": [\"app\"]}]}     | true",
                "{\"matchExpressions\": [{\"key\": \"tier\", \"operator\": \"In\", \"values\": [\"x\"]}]}       | false",
                "{\"matchExpressions\": [{\"key\": \"tier\", \"operator\": \"NotIn\", \"values\": [\"app\"]}]}  | true",
                "{\"matchExpressions\": [{\"key\": \"team\", \"operator\": \"Exists\"}]}                  | false",
                "{\"matchExpressions\": [{\"key\": \"team\", \"operator\": \"DoesNotExist\"}]}            | true"
            })
    void oneIsNamedThatSelectsAPod(String selector, boolean named) {
        there(selector);
        assertThat(policies.words()).hasSize(named ? 1 : 0);
    }

    @Test
    void allThatSelectPodsAreNamedBehindWhatIsLate() {
        there("{}", "{\"matchLabels\": {\"tier\": \"other\"}}");
        EnvironmentException late =
                new EnvironmentException("app1 was not ready within 180 s", List.of("a line"), null);

        assertThat(policies.explained(late))
                .hasMessage("app1 was not ready within 180 s; NetworkPolicies of the namespace that select pods of the"
                        + " deployment, and drop what none admits: p0")
                .hasCause(late)
                .isInstanceOfSatisfying(EnvironmentException.class, said -> assertThat(said.evidence())
                        .containsExactly("a line"));
    }

    /** No right is asked for. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"items\": []}"})
    void withoutARightOrAPolicyNothingIsSaid(String said) {
        EnvironmentException late = new EnvironmentException("late");
        kubectl.answers(" get networkpolicies", FakeKubectl.good(said));
        assertThat(policies.explained(late)).isSameAs(late);

        kubectl.answers(" get networkpolicies", FakeKubectl.bad("Error from server (Forbidden): cannot list"));
        assertThat(policies.explained(late)).isSameAs(late);
    }
}
