package gavel.harness.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import gavel.harness.evidence.Findings;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.kind.ResultKinds;
import gavel.harness.verify.Verification.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packs a recorded run and looks at what others get. */
class SubmissionTest {
    @TempDir
    private Path home;

    private RecordedRun recorded() throws IOException {
        return RecordedRun.in(Files.createDirectories(home.resolve("results")));
    }

    private Path archive() {
        return home.resolve("result.tar.gz");
    }

    private Submission.Packed pack(RecordedRun run, boolean anonymous, Path key) throws IOException {
        Submission submission = new Submission(ResultKinds.KNOWN, RecordedRun.PROGRAM, run.directory);
        return submission.pack(
                new Submission.Wanted(archive(), anonymous, key),
                submission.examined().results());
    }

    /** By the tar of the machine, so that nobody needs Gavel to open it. */
    private Path unpacked() throws Exception {
        Path target = Files.createDirectories(home.resolve("unpacked"));
        run(List.of("tar", "-xzf", archive().toString(), "-C", target.toString()));
        try (Stream<Path> all = Files.list(target)) {
            return all.findFirst().orElseThrow();
        }
    }

    private static void run(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = RecordedRun.text(process.getInputStream());
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
    }

    @Test
    void whatIsPackedIsVerifiedWhereItArrives() throws Exception {
        RecordedRun run = recorded();

        assertThat(pack(run, false, null).replaced()).isEmpty();

        Path there = unpacked();
        assertThat(new Verification(ResultKinds.KNOWN, RecordedRun.PROGRAM, null)
                        .of(there)
                        .outcome())
                .isEqualTo(Outcome.VERIFIED);
        assertThat(there.resolve("result.json")).hasSameBinaryContentAs(run.directory.resolve("result.json"));
        assertThat(there.resolve("report.html")).exists();
    }

    @Test
    void withoutNamesItStillGoesTogether() throws Exception {
        RecordedRun run = recorded();
        String host = "benchmark-7";
        run.json(root -> RecordedRun.at(root, "/disclosure/host").put("name", host));
        run.text("logs/app1.log", log -> log + "connected from 10.20.30.40 by " + host + ".example.com\n");
        run.remakeManifest();

        Submission.Packed packed = pack(run, true, null);

        assertThat(packed.report().findings().of(Findings.Kind.CONTRADICTION)).isEmpty();
        assertThat(packed.replaced()).anyMatch(line -> line.startsWith("host1 for " + host));
        Path there = unpacked();
        try (Stream<Path> files = Files.walk(there)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(host)
                        .doesNotContain("10.20.30.40");
            }
        }
        assertThat(there.resolve("logs/app1.log")).content().endsWith("connected from 192.0.2.1 by host1\n");
        assertThat(there.resolve("ANONYMISED")).content().contains("192.0.2.1: 1 place");
        assertThat(new Verification(ResultKinds.KNOWN, RecordedRun.PROGRAM, null)
                        .of(there)
                        .outcome())
                .isEqualTo(Outcome.VERIFIED);
        assertThat(Files.readString(run.directory.resolve("result.json")))
                .as("the result itself")
                .contains(host);
    }

    /** The result has a field "load", and its configuration such a section. */
    @Test
    void aMachineThatIsCalledLikeAFieldHindersNothing() throws IOException {
        RecordedRun run = recorded();
        run.json(root -> RecordedRun.at(root, "/disclosure/processes/0").put("host", "load"));
        run.remakeManifest();

        assertThat(pack(run, true, null).report().outcome()).isEqualTo(Outcome.VERIFIED);
    }

    @Test
    void aLogThatIsCalledByAMachineIsCalledOtherwise() throws Exception {
        RecordedRun run = recorded();
        run.json(root -> RecordedRun.at(root, "/disclosure/host").put("name", "benchmark-7"));
        Files.writeString(run.directory.resolve("logs/power-benchmark-7.log"), "benchmark-7 is on\n");
        run.remakeManifest();

        assertThat(pack(run, true, null).report().outcome()).isEqualTo(Outcome.VERIFIED);
        Path there = unpacked();
        assertThat(there.resolve("logs/power-host1.log")).hasContent("host1 is on\n");
        assertThat(there.resolve("logs/power-benchmark-7.log")).doesNotExist();
        assertThat(there.resolve("SHA256SUMS")).content().doesNotContain("benchmark-7");
    }

    /** As in a sweep whose search was killed, and could not go on later. */
    @Test
    void aPartThatDidNotEndIsPackedAsItIs() throws Exception {
        RecordedRun run = recorded();
        Path journal =
                Files.createDirectories(run.directory.resolve("app-servers-2")).resolve("search.jsonl");
        Files.writeString(journal, "{\"request\" : null} of 10.1.2.3\n");
        run.remakeManifest();

        assertThat(pack(run, true, null).report().outcome()).isEqualTo(Outcome.VERIFIED);
        assertThat(unpacked().resolve("app-servers-2/search.jsonl")).content().contains("192.0.2.1");
    }

    /** A lone 0xe9 is no UTF-8. */
    @Test
    void aLogOfAnotherEncodingIsPackedToo() throws Exception {
        RecordedRun run = recorded();
        Files.write(
                run.directory.resolve("logs/app1.log"),
                "d\u00e9marr\u00e9 sur 10.1.2.3".getBytes(StandardCharsets.ISO_8859_1));
        run.remakeManifest();

        pack(run, true, null);

        assertThat(Files.readString(unpacked().resolve("logs/app1.log"), StandardCharsets.ISO_8859_1))
                .isEqualTo("d\u00e9marr\u00e9 sur 192.0.2.1");
    }

    @Test
    void aSecretIsNotPackedByMistake() throws IOException {
        RecordedRun run = recorded();
        run.text("logs/app1.log", log -> log + "amqp://gavel:hunter2@10.0.0.1/\n");
        run.remakeManifest();

        assertThatThrownBy(() -> pack(run, false, null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("logs/app1.log: --anonymous leaves it out");
        assertThat(archive()).doesNotExist();
    }

    @Test
    void aSignatureTellsWhoMadeIt() throws Exception {
        Path key = home.resolve("key");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/ssh-keygen")), "there is no ssh-keygen: nothing is signed");
        run(List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString()));
        Path signers = home.resolve("signers");
        Files.writeString(signers, "alice@example.com " + Files.readString(home.resolve("key.pub")));
        pack(recorded(), false, key);
        Path there = unpacked();

        Verification.Report anybody = new Verification(ResultKinds.KNOWN, RecordedRun.PROGRAM, null).of(there);
        assertThat(anybody.signer()).contains("Good \"gavel\" signature with ED25519 key");

        Verification.Report alice = new Verification(ResultKinds.KNOWN, RecordedRun.PROGRAM, signers).of(there);
        assertThat(alice.signer()).contains("alice@example.com");
        assertThat(alice.outcome()).isEqualTo(Outcome.VERIFIED);

        Files.writeString(there.resolve("SHA256SUMS"), Files.readString(there.resolve("SHA256SUMS")) + "# more\n");
        assertThat(new Verification(ResultKinds.KNOWN, RecordedRun.PROGRAM, signers)
                        .of(there)
                        .outcome())
                .isEqualTo(Outcome.REFUTED);

        Files.writeString(
                signers,
                "bob@example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEvDcPCPaFmRkIxJeydL8x8XKbNSuXKKO9ZNy6JRNsQ9\n");
        assertThat(new Verification(ResultKinds.KNOWN, RecordedRun.PROGRAM, signers)
                        .of(there)
                        .findings()
                        .all())
                .anyMatch(finding -> finding.what().startsWith("none of those in"));
    }

    @Test
    void whoeverAsksForASignatureMissesIt() throws IOException {
        Path signers = home.resolve("signers");
        Files.writeString(signers, "");

        Verification.Report report =
                new Verification(ResultKinds.KNOWN, RecordedRun.PROGRAM, signers).of(recorded().directory);

        assertThat(report.outcome()).isEqualTo(Outcome.INCOMPLETE);
    }
}
