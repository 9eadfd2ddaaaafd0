package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Power;
import gavel.harness.collect.bottleneck.Bottleneck;
import gavel.harness.peak.Probe.Outcome;
import gavel.harness.peak.Step.Purpose;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class MachineSpeedTest {
    @Test
    void whatTheProbesLevelsExplainIsNoNews() {
        assertThat(MachineSpeed.remark(probes(0.20, 0.22, 0.25, 0.21))).isEmpty();
    }

    @Test
    void aMachineThatBecameFasterIsNamedWithItsFigures() {
        assertThat(MachineSpeed.remark(probes(0.31, 0.255, 0.172, 0.198)).orElseThrow())
                .startsWith("The machine did not run at one speed: the driver took 0.17 to 0.31 s of CPU");
    }

    @Test
    void memoryThatBecameSlowerIsNamedWithItsFigures() {
        List<ProbeResult> probes = DoubleStream.of(181, 196, 236)
                .mapToObj(nanos -> finding(Outcome.PASS, 0.2, nanos))
                .toList();

        assertThat(MachineSpeed.remark(probes.subList(0, 2))).isEmpty();
        assertThat(MachineSpeed.remark(probes).orElseThrow())
                .startsWith("The machine did not run at one speed: a read of its memory took 181 to 236 ns. ");
    }

    @Test
    void probesThatSayNothingAreLeftOut() {
        ProbeResult invalid = finding(Outcome.INVALID, 0.9);
        ProbeResult withoutFigures =
                new ProbeResult(1, Purpose.BRACKET, probe(Outcome.PASS), "", "", 0, 0, 0, 0, null, null, null);

        assertThat(MachineSpeed.remark(List.of())).isEmpty();
        assertThat(MachineSpeed.remark(List.of(finding(Outcome.PASS, 0.2), invalid, withoutFigures)))
                .isEmpty();
        assertThat(MachineSpeed.remark(probes(0, 0.2))).as("no exchange").isEmpty();
    }

    private static List<ProbeResult> probes(double... prices) {
        return DoubleStream.of(prices)
                .mapToObj(price -> finding(Outcome.PASS, price))
                .toList();
    }

    private static ProbeResult finding(Outcome outcome, double price) {
        return finding(outcome, price, 0);
    }

    private static ProbeResult finding(Outcome outcome, double price, double nanos) {
        ProbeResult.Use use = new ProbeResult.Use(
                0.9,
                0,
                0.5,
                2,
                price,
                nanos,
                0,
                new Bottleneck(Bottleneck.Kind.NONE, "", "", "", List.of()),
                Power.NONE,
                List.of());
        return new ProbeResult(1, Purpose.BRACKET, probe(outcome), "", "", 0, 180, 300, 40, 100.0, 900.0, use);
    }

    private static Probe probe(Outcome outcome) {
        return new Probe(100, outcome, 0.5);
    }
}
