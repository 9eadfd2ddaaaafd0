package gavel.harness.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.evidence.Findings.Finding;
import gavel.harness.evidence.Findings.Kind;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Audit.Invariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a log of an audit has a line for each invariant of the result. */
class AuditCheckTest {
    private static final Audit AUDIT = audit("prices", "sales", "lots");

    @TempDir
    private Path directory;

    private static Audit audit(String... names) {
        return new Audit(
                true,
                0,
                List.of(names).stream()
                        .map(name -> new Invariant(name, "a description", 9, 0, List.of()))
                        .toList(),
                List.of());
    }

    private List<String> missing(Audit before, Audit after, String log) throws IOException {
        Files.createDirectories(directory.resolve("logs"));
        Files.writeString(directory.resolve("logs/audit.log"), log);
        Findings findings = new Findings();
        new AuditCheck(findings).check(directory, before, after, null);
        assertThat(findings.of(Kind.CONTRADICTION)).isEmpty();
        return findings.of(Kind.MISSING).stream().map(Finding::text).toList();
    }

    private static String absent(String name) {
        return "logs/audit.log: it does not say that " + name + " was checked";
    }

    @Test
    void aLineThatWasTakenOutIsMissed() throws IOException {
        assertThat(missing(null, AUDIT, "prices  9 checked\nsales  9 checked\nlots  9 checked\n"))
                .isEmpty();
        assertThat(missing(null, AUDIT, "prices  9 checked\nlots  9 checked\n")).containsExactly(absent("sales"));
        assertThat(missing(AUDIT, null, "lots  9 checked\n")).containsExactly(absent("prices"), absent("sales"));
        assertThat(missing(null, AUDIT, "Nothing was lost or invented.\n"))
                .containsExactly(absent("prices"), absent("sales"), absent("lots"));
    }

    /** Of other places or other versions. */
    @Test
    void aLineInAnotherFormIsThere() throws IOException {
        assertThat(missing(null, AUDIT, "prices  1.423 checked\nsales  none checked: no table\nlots  9 checked\n"))
                .isEmpty();
    }

    /** The later audit begins the log anew, and where it fails there is none in the result. */
    @Test
    void aLaterAuditThatFailedSaysNothingOfTheOneBefore() throws IOException {
        assertThat(missing(AUDIT, null, "the database does not answer\n")).isEmpty();
    }

    /** It found what does not count as loaded before any audit began. */
    @Test
    void whatIsNotAsItWasLoadedHasNoLine() throws IOException {
        assertThat(missing(audit("accounts as loaded"), null, "prices  9 checked\n"))
                .isEmpty();
    }
}
