package gavel.harness.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.failover.Fault.Kind;
import gavel.harness.failover.FaultPlan.Candidate;
import gavel.harness.failover.FaultPlan.Omitted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which faults are made, against which level, and how they are written down. */
class FaultPartsTest {
    private static final String UNCUT = "needs a host of its own for the instance (hosts.isolated: true)";
    private static final Candidate APP = new Candidate("appServers", "app1", 2, null, UNCUT, null);
    private static final Candidate DATA =
            new Candidate("documents", "documents", 1, "must not end, as its data are in memory only", null, "stays");

    private final List<String> problems = new ArrayList<>();

    private FaultPlan plan(List<String> tiers, List<String> kinds) {
        return FaultPlan.of(List.of(APP, DATA), tiers, kinds, problems);
    }

    private static Fault fault(Candidate candidate, Kind kind) {
        return new Fault(candidate.tier(), candidate.instances(), candidate.instance(), kind);
    }

    @Test
    void withoutAWishAllThatCanBeMadeAreMadeTierByTier() {
        FaultPlan plan = plan(List.of(), List.of());
        assertThat(problems).isEmpty();
        assertThat(plan.faults())
                .containsExactly(
                        fault(APP, Kind.KILL),
                        fault(APP, Kind.FREEZE),
                        fault(APP, Kind.RESTART),
                        fault(APP, Kind.HOST),
                        fault(DATA, Kind.FREEZE),
                        fault(DATA, Kind.CUT));
        assertThat(plan.omitted())
                .as("what needs another deployment is not worth a word")
                .containsExactly(
                        new Omitted(fault(DATA, Kind.KILL), DATA.unsafe()),
                        new Omitted(fault(DATA, Kind.RESTART), DATA.unsafe()));
    }

    @Test
    void whatWasAskedForByNameAndCannotBeMadeIsAProblem() {
        FaultPlan plan = plan(List.of("documents"), List.of("kill", "freeze"));
        assertThat(plan.faults()).containsExactly(fault(DATA, Kind.FREEZE));
        assertThat(problems)
                .containsExactly(
                        "kill of documents cannot be made: documents must not end, as its data are in memory only"
                                + " (--tiers, --faults)");
    }

    @Test
    void whatWasAskedForOfAllTiersIsLeftOutWhereItCannotBeMade() {
        FaultPlan plan = plan(List.of(), List.of("cut"));
        assertThat(problems).isEmpty();
        assertThat(plan.faults()).containsExactly(fault(DATA, Kind.CUT));
        assertThat(plan.omitted())
                .containsExactly(new Omitted(
                        fault(APP, Kind.CUT), "needs a host of its own for the instance (hosts.isolated: true)"));
    }

    @Test
    void everyWrongWordIsToldWithTheNearest() {
        plan(List.of("appSevers", "x"), List.of("kil", "explode"));
        assertThat(problems)
                .containsExactly(
                        "there is no such tier in this deployment (--tiers): appSevers; did you mean 'appServers'?",
                        "there is no such tier in this deployment (--tiers): x; known: appServers, documents",
                        "there is no such fault (--faults): kil; did you mean 'kill'?",
                        "there is no such fault (--faults): explode; known: kill, freeze, restart, cut, host");
    }

    /** Made twice it would have two figures, and an interval that nobody asked for. */
    @Test
    void aFaultIsNamedOnce() {
        plan(List.of("appServers"), List.of("kill", "freeze", "kill"));
        assertThat(problems).containsExactly("--faults must be named once each, --repeat makes them again: kill");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cut | no fault that was asked for can be made here: app1 needs a host of its own for the instance (hosts.isolated: true) (--tiers, --faults)
            host | no fault that was asked for can be made here: app1 needs a machine (--tiers, --faults)
            """)
    void whereNothingIsLeftTheFirstReasonIsTold(String kind, String problem) {
        FaultPlan.of(
                List.of(new Candidate("appServers", "app1", 1, null, UNCUT, "needs a machine")),
                List.of(),
                List.of(kind),
                problems);
        assertThat(problems).containsExactly(problem);
    }

    @Test
    void aRepeatIsTheWholeWalkAgain() {
        FaultPlan plan = plan(List.of("documents"), List.of());
        assertThat(plan.repeated(2))
                .containsExactly(
                        fault(DATA, Kind.FREEZE),
                        fault(DATA, Kind.CUT),
                        fault(DATA, Kind.FREEZE),
                        fault(DATA, Kind.CUT));
        assertThat(plan.repeated(0)).isEmpty();
    }

    @Test
    void eachFaultIsHealedByWhatUndoesIt() {
        for (Kind kind : Kind.values()) {
            Fault fault = fault(APP, kind);
            assertThat(fault.makes().instance()).isEqualTo("app1");
            assertThat(fault.heals().do_()).isNotEqualTo(fault.makes().do_());
            assertThat(fault.words()).isEqualTo((kind == Kind.HOST ? "loss of the host" : kind.word()) + " of app1");
            assertThat(kind.lasts()).isEqualTo(kind == Kind.FREEZE || kind == Kind.CUT);
        }
    }

    /** 8, 10 and 12 a second: 10 on average, and a variance of (4 + 0 + 4) / 2 = 4, less than chance alone would give. */
    @ParameterizedTest
    @CsvSource({
        "'8 10 12', 10, 1",
        // (100 + 0 + 100) / 2 = 100 over 10.
        "'0 10 20', 10, 10",
        "'10 10 10', 10, 1",
        "'7', 7, 1",
        "'0 0 0', 0, 1",
        "'', 0, 1"
    })
    void aLevelVariesAsMuchAsChanceAtLeast(String served, double perSecond, double dispersion) {
        double[] seconds = Arrays.stream(served.split(" "))
                .filter(text -> !text.isEmpty())
                .mapToDouble(Double::parseDouble)
                .toArray();
        ServiceLevel level = ServiceLevel.of(seconds);
        assertThat(level.perSecond()).isCloseTo(perSecond, within(1e-12));
        assertThat(level.dispersion()).isCloseTo(dispersion, within(1e-12));
    }

    /**
     * With a share of one half the positive root of x / 2 = 1 - e^-x is 1.5936. So of one slot ln(1 / 0.01) / 1.5936 = 2.8898 operations
     * have to be missing, and of 100 slots ln(10,000) / 1.5936 = 5.7796. It is twice as many where service varies twice as much as chance.
     */
    @ParameterizedTest
    @CsvSource({"1, 1, 2.8898", "0, 1, 2.8898", "100, 1, 5.7796", "100, 2, 11.5592"})
    void soMuchHasToBeMissingToBeNoChance(int slots, double dispersion, double told) {
        assertThat(new MissingSum(0.5, 10, dispersion, 10).told(slots)).isCloseTo(told, within(1e-3));
    }

    @Test
    void whateverIsServedNothingIsLostTwice() {
        SplittableRandom random = new SplittableRandom(18);
        for (int i = 0; i < 2_000; i++) {
            double level = random.nextDouble(20, 500);
            double[] served = random.doubles(300, 0, random.nextDouble(0.01, 3) * level / 10)
                    .toArray();
            ServiceLoss loss = ServiceLoss.of(served, 0.1, new ServiceLevel(level, random.nextDouble(1, 3)));
            assertThat(loss.outageSeconds()).isBetween(0.0, 30.0 + 1e-9);
            double whole = loss.recoverySeconds() == null ? 30 : loss.recoverySeconds();
            assertThat(whole).isBetween(loss.outageSeconds(), 30.0 + 1e-9);
            // To the second in which it recovered, no more than all of it.
            assertThat(loss.lostSeconds()).isBetween(0.0, whole + 1 + 1e-6);
        }
    }

    @Test
    void tablesOfAWalkAreReadableByASpreadsheet() {
        FailoverResult walk = SampleWalks.walk(
                2,
                "",
                false,
                SampleWalks.fault(1, SampleWalks.KILL, 4, 3),
                SampleWalks.uncounted(2, SampleWalks.FREEZE));
        assertThat(FailoverCsv.faults(walk)).isEqualTo("""
                        number,tier,instances,instance,fault,counts,problem,beganMillis,seenMillis,healedMillis,levelPerSecond,\
                        outageSeconds,recoverySeconds,lostSeconds,qualitySeconds,redundancySeconds,people,failedOperations,\
                        lateOperations,resolutionSeconds
                        1,appServers,1,app1,kill,true,,1060000,1060020,1063500,60.0,2.0,4.0,4.0,7.0,3.5,3,6,3,0.3
                        2,relational,1,postgresql,freeze,false,app1 was not seen to be gone after it,1000000,0,1000500,,,,,,,,,,
                        """);
        assertThat(FailoverCsv.service(walk).lines())
                .hasSize(101)
                .startsWith("number,seconds,served", "1,-5.0,6", "1,-4.9,6")
                .contains("1,-0.1,6", "1,0.0,6", "1,0.1,6")
                .endsWith("1,4.9,6");
    }
}
