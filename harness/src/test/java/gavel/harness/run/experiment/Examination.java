package gavel.harness.run.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.evidence.Findings.Finding;
import gavel.harness.evidence.Findings.Kind;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.run.Disclosures;
import gavel.harness.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What an examination finds in a result as it was written, and after somebody changed it and made page and manifest anew. */
public final class Examination {
    private Examination() {}

    /** What contradicts the rest, with where it is. */
    public static List<String> contradictions(Path result) throws IOException {
        return found(result).stream().map(Finding::text).toList();
    }

    /**
     * Where something contradicts the rest after a change, which is taken back.
     *
     * @param from regular expression, of which the first match is replaced
     */
    public static List<String> after(ResultKind<?> kind, Path result, String file, String from, String to)
            throws IOException {
        Path changed = result.resolve(file);
        String before = Files.readString(changed);
        assertThat(before).containsPattern(from);
        try {
            Files.writeString(changed, before.replaceFirst(from, to));
            kind.remade(result);
            return found(result).stream().map(Finding::where).toList();
        } finally {
            Files.writeString(changed, before);
            kind.remade(result);
        }
    }

    private static List<Finding> found(Path result) throws IOException {
        return new Verification(ResultKinds.KNOWN, Disclosures.program(), null)
                .of(result)
                .findings()
                .of(Kind.CONTRADICTION);
    }
}
