package gavel.harness.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Outside.Taker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What others took, what was started, and what belongs to which host. */
class WhatWasSeenTest {
    @Test
    void theThreeLargestOfThoseWorthANameAreNamed() {
        Map<String, Double> byCommand = new LinkedHashMap<>();
        byCommand.put("small", 0.0099);
        byCommand.put("a", 0.01);
        byCommand.put("b", 0.3);
        byCommand.put("c", 0.2);
        byCommand.put("d", 0.1);
        assertThat(Outside.of(0.62, byCommand).processes())
                .containsExactly(new Taker("b", 0.3), new Taker("c", 0.2), new Taker("d", 0.1));
        assertThat(Outside.of(0.62, byCommand).words()).isEqualTo("62 % of the machine (b 30 %, c 20 %, d 10 %)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0.6 | 0.30 | 60 % of the machine (x 30 %)
            0.6 | 0.29 | 60 % of the machine (x 29 %, the rest ended too soon to be named, or cannot be seen from here)
            0.6 | 0    | 60 % of the machine (ended too soon to be named, or cannot be seen from here)
            """)
    void whereMostOfItHasNoNameThatIsSaid(double share, double named, String words) {
        assertThat(Outside.of(share, Map.of("x", named)).words()).isEqualTo(words);
    }

    /** Over 10 and 30 s: (10 × 0.4 + 30 × 0.2) / 40 = 0.25, x (10 × 0.4) / 40 = 0.1, and y (30 × 0.2) / 40 = 0.15. */
    @Test
    void partsCountByTheirLengths() {
        Outside mean = Outside.mean(
                List.of(Outside.of(0.4, Map.of("x", 0.4)), Outside.of(0.2, Map.of("y", 0.2))), List.of(10.0, 30.0));
        assertThat(mean.share()).isCloseTo(0.25, within(1e-12));
        assertThat(mean.processes()).extracting(Taker::command).containsExactly("y", "x");
        assertThat(mean.processes().getFirst().share()).isCloseTo(0.15, within(1e-12));
        assertThat(mean.processes().getLast().share()).isCloseTo(0.1, within(1e-12));
    }

    @Test
    void overNoTimeOthersTookNothing() {
        assertThat(Outside.mean(List.of())).isEqualTo(Outside.NONE);
        assertThat(Outside.mean(List.of(Outside.of(1, Map.of("x", 1.0))), List.of(0.0)))
                .isEqualTo(Outside.NONE);
        assertThat(new Outside(0.1, null).processes()).isEmpty();
    }

    private static StartedProcess process(List<String> command, Map<String, String> environment) {
        return new StartedProcess("app1", "appServers", "h", command, environment, Map.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            plain         | plain
            -Xmx512m      | -Xmx512m
            --a=b:c,d     | --a=b:c,d
            /usr/bin/x    | /usr/bin/x
            two words     | 'two words'
            $HOME         | '$HOME'
            a;b           | 'a;b'
            it's          | 'it'\\''s'
            ~~            | ''
            *             | '*'
            #no           | '#no'
            a!b           | 'a!b'
            """)
    void aWordThatAShellWouldReadOtherwiseIsQuoted(String word, String quoted) {
        assertThat(process(List.of(word), Map.of()).line()).isEqualTo(quoted);
    }

    /** What is shown can be pasted: a shell hands on the very same words. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void aShellReadsTheLineAsTheWordsItIsMadeOf(int seed) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "ab '\"$`\\!*?;&|<>(){}[]#~\n\tü=-";
        List<String> words = new ArrayList<>(List.of("printf", "%s\\0"));
        for (int i = 0; i < 20; i++) {
            StringBuilder word = new StringBuilder("x");
            for (int j = random.nextInt(12); j > 0; j--) {
                word.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            words.add(word.toString());
        }
        Process shell = new ProcessBuilder(
                        "sh", "-c", process(words, Map.of("LC_ALL", "C.UTF-8")).line())
                .redirectErrorStream(true)
                .start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        assertThat(said.split("\0")).containsExactlyElementsOf(words.subList(2, words.size()));
    }

    @Test
    void theEnvironmentStandsBeforeTheCommandInItsOrder() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("B", "2 3");
        environment.put("A", "");
        assertThat(process(List.of("java", "-jar", "x.jar"), environment).line())
                .isEqualTo("B='2 3' A='' java -jar x.jar");
    }

    private static InstanceUse use(String name) {
        return new InstanceUse("t", name, 1, 30, 6, 0, "", 0, 1, 1, 0, 0, 0, 0, 1, 9, null, null, null);
    }

    private static MachineUse machine(int cores) {
        return new MachineUse(cores, 0.5, 0, 0, 1, 100, 50, 5, 80, 1, Outside.NONE, Power.NONE);
    }

    private static Collected collected(List<HostUse> hosts, List<ProcessEvent> events) {
        return new Collected(
                1_000,
                61_500,
                machine(6),
                List.of(use("app1"), use("db"), use("theirs")),
                List.of(),
                events,
                List.of("a page was late"),
                hosts);
    }

    @Test
    void eachHostHasItsOwnInstancesAndThoseThatAreOnNone() {
        Map<String, Collected> parts = collected(
                        List.of(
                                new HostUse("a", machine(4), List.of("app1")),
                                new HostUse("d", machine(2), List.of("db"))),
                        List.of())
                .byHost();
        assertThat(parts.keySet()).containsExactly("a", "d");
        assertThat(parts.get("a").instances()).extracting(InstanceUse::name).containsExactly("app1", "theirs");
        assertThat(parts.get("d").instances()).extracting(InstanceUse::name).containsExactly("db", "theirs");
        assertThat(parts.get("d").machine().cores()).isEqualTo(2);
        assertThat(parts.get("a").seconds()).isEqualTo(60.5);
    }

    @Test
    void ofOneMachineTheWholeIsItsPart() {
        Collected one = collected(List.of(), List.of());
        assertThat(one.byHost()).isEqualTo(Map.of("", one));
        assertThat(new Collected(5, 1, machine(1), List.of(), List.of(), List.of(), List.of()).seconds())
                .as("no time is below zero")
                .isZero();
    }

    @Test
    void whatALogEndsWithIsAddedToTheEventsOfItsInstance() {
        ProcessEvent gone = new ProcessEvent(5, "t", "app1", ProcessEvent.Kind.VANISHED, "exit code 137");
        ProcessEvent other = new ProcessEvent(6, "t", "db", ProcessEvent.Kind.RESTARTED, "pid 7 is pid 9");
        Collected explained = collected(List.of(), List.of(gone, other))
                .withLastWords(name -> name.equals("app1") ? Optional.of("OutOfMemoryError") : Optional.empty());
        assertThat(explained.events())
                .extracting(ProcessEvent::detail)
                .containsExactly("exit code 137; its log ends with: OutOfMemoryError", "pid 7 is pid 9");
    }

    @Test
    void aMeterTellsThePowerOrWhyNot() {
        Collected all = collected(List.of(), List.of());
        assertThat(all.with(new Power(51.5, "meter"), List.of()).machine().power())
                .isEqualTo(new Power(51.5, "meter"));
        Collected silent = all.with(Power.NONE, List.of("the meter said nothing"));
        assertThat(silent.machine()).isEqualTo(all.machine());
        assertThat(silent.problems()).containsExactly("a page was late", "the meter said nothing");
        assertThat(new Power(0, "x").known()).isFalse();
    }

    @Test
    void aPartOfTheTimeIsTheMeanOfItsSamplesAndOfNoneIsNothing() {
        List<Sample> two = List.of(
                new Sample(1, 0.2, 0.1, 1, 5, List.of(), Outside.of(0.4, Map.of("x", 0.4))),
                new Sample(2, 0.6, 0.3, 4, 5, List.of(), Outside.NONE));
        MachineUse part = machine(4).during(two);
        assertThat(part.cpuBusyShare()).isCloseTo(0.4, within(1e-12));
        assertThat(part.stealShare()).isCloseTo(0.2, within(1e-12));
        assertThat(part.runnableMean()).isCloseTo(2.5, within(1e-12));
        assertThat(part.outside().share()).isCloseTo(0.2, within(1e-12));
        assertThat(part.memoryLatencyNanos()).as("known for the whole only").isEqualTo(80);
        MachineUse none = machine(4).during(List.of());
        assertThat(List.of(none.cpuBusyShare(), none.stealShare(), none.runnableMean()))
                .containsOnly(0.0);
    }
}
