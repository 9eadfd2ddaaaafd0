package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Autoscaler.Word;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the API says of an autoscaler and its StatefulSet, as kubectl 1.34 prints it. */
class PodScalingTest {
    private static final String SET =
            "{\"kind\": \"StatefulSet\", \"spec\": {\"replicas\": 3}, \"status\": {\"replicas\": 1}}";

    private static Word word(String conditions) {
        return PodScaling.read("""
                {"kind": "List", "items": [{"kind": "HorizontalPodAutoscaler", "status": {"conditions": [%s]}}, %s]}""".formatted(conditions, SET));
    }

    @Test
    void whatTheStatefulSetIsToHaveCountsNotWhatItHas() {
        assertThat(word("""
                {"type": "AbleToScale", "status": "True"}, {"type": "ScalingActive", "status": "True"}""")).isEqualTo(new Word(3, ""));
    }

    /** For a while that is no wonder; for longer nobody decides. */
    @Test
    void oneThatHasNotLookedDecidesNothing() {
        assertThat(word("")).isEqualTo(new Word(3, "its controller has not looked at it"));
    }

    @Test
    void oneThatIsGoneDecidesNothing() {
        assertThat(PodScaling.read("{\"items\": [" + SET + "]}"))
                .isEqualTo(new Word(3, "its HorizontalPodAutoscaler is gone"));
    }

    @Test
    void oneThatMayNotChangeTheNumberSaysWhy() {
        assertThat(word("""
                {"type": "AbleToScale", "status": "False", "reason": "FailedUpdateScale", "message": "forbidden"},
                {"type": "ScalingActive", "status": "True"}""").idle()).isEqualTo("FailedUpdateScale: forbidden");
    }

    @Test
    void oneWithoutFiguresSaysWhy() {
        assertThat(word("""
                {"type": "ScalingActive", "status": "False", "reason": "FailedGetResourceMetric",
                 "message": "unable to get metrics for resource cpu:\\n no metrics returned"}"""))
                .isEqualTo(new Word(
                        3, "FailedGetResourceMetric: unable to get metrics for resource cpu: no metrics returned"));
    }

    /** Limited is no failure: it is at the most or the least there may be. */
    @Test
    void oneAtItsLimitDecides() {
        assertThat(word("""
                {"type": "ScalingLimited", "status": "True", "reason": "TooManyReplicas", "message": "most"}""").idle()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"items\": []}", "Unauthorized", ""})
    void withoutAStatefulSetNobodyKnows(String text) {
        assertThatThrownBy(() -> PodScaling.read(text)).isInstanceOf(EnvironmentException.class);
    }
}
