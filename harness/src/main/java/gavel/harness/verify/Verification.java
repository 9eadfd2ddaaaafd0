package gavel.harness.verify;

import gavel.harness.evidence.Findings;
import gavel.harness.evidence.Findings.Kind;
import gavel.harness.evidence.Manifest;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.peak.ProbeResult;
import gavel.harness.result.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Examines a result and those it is made of: whether it is complete and unchanged, and whether everything it says follows from its raw files.
 * It changes nothing. One thread.
 */
public final class Verification {
    private static final int MOST_RESULTS = 10_000;
    private static final String FORGED =
            "whether this machine was measured at all: every file could be forged so that all of them agree";

    private final ResultKinds kinds;
    private final String program;
    private final Path signers;
    private final Findings findings = new Findings();
    private final List<String> results = new ArrayList<>();

    /** A result that says it is made of itself is examined once. */
    private final Set<Path> examined = new HashSet<>();

    /**
     * @param program version of Gavel that examines
     * @param signers file of those who may have signed, as ssh-keygen reads it; null where every key may
     */
    public Verification(ResultKinds kinds, String program, Path signers) {
        this.kinds = kinds;
        this.program = program;
        this.signers = signers;
    }

    /** How far a result can be relied on. */
    public enum Outcome {
        /** Nothing is missing, and everything goes together. */
        VERIFIED,
        /** What is there goes together, but something is not there. */
        INCOMPLETE,
        /** Something in it does not go with the rest. */
        REFUTED
    }

    /**
     * @param results that were examined: it and those it is made of
     * @param signer what is known of the signer; empty without a signature
     */
    public record Report(Outcome outcome, List<String> results, Findings findings, String signer) {}

    /** @throws IOException where there is no result */
    public Report of(Path directory) throws IOException {
        ResultKind<?> kind = kinds.in(directory)
                .orElseThrow(() -> new IOException("no result there: " + directory + " has none of " + kinds.files()));
        Path whole = directory.toRealPath();
        Optional<Path> search = searchOf(kinds, whole);
        search.ifPresent(above -> findings.unknown(
                "", "what only the result that it is a probe of tells: configuration and audits (" + above + ")"));
        Manifest.check(whole, findings);
        examine(kind, whole, whole, search.isPresent());
        findings.at("");
        String signer = Signature.check(whole, signers, findings);
        findings.unknown("", FORGED);
        Outcome outcome = !findings.of(Kind.CONTRADICTION).isEmpty()
                ? Outcome.REFUTED
                : findings.of(Kind.MISSING).isEmpty() ? Outcome.VERIFIED : Outcome.INCOMPLETE;
        return new Report(outcome, List.copyOf(results), findings, signer);
    }

    /** The result that a probe is part of, as its place tells; empty for what stands for itself. */
    static Optional<Path> searchOf(ResultKinds kinds, Path result) {
        Path probes = result.getParent();
        return probes == null || !probes.endsWith(ProbeResult.DIRECTORY)
                ? Optional.empty()
                // Those of a paired comparison are below the directory of a side.
                : Stream.iterate(probes.getParent(), Objects::nonNull, Path::getParent)
                        .limit(2)
                        .filter(above -> kinds.in(above).isPresent())
                        .findFirst();
    }

    private <R extends Result> void examine(ResultKind<R> kind, Path directory, Path whole, boolean part)
            throws IOException {
        String name = directory.startsWith(whole)
                ? whole.relativize(directory).toString()
                : whole.getParent().relativize(directory).toString();
        findings.at(name);
        if (results.size() >= MOST_RESULTS) {
            throw new IOException("more than " + MOST_RESULTS + " results belong to " + whole);
        }
        if (!examined.add(directory)) {
            return;
        }
        results.add(name.isEmpty() ? whole.getFileName().toString() : name);
        Optional<R> result = kind.examine(directory, part, program, findings);
        if (result.isEmpty()) {
            return;
        }
        for (Path made : parts(kind, result.get(), directory)) {
            Path beside = made.normalize();
            if (!beside.startsWith(whole.getParent()) || beside.equals(whole) || !Files.isDirectory(beside)) {
                findings.at(name);
                findings.missing("", "it is made of " + made.getFileName() + ", which is not there");
                continue;
            }
            Optional<ResultKind<?>> inner = kinds.in(beside);
            if (inner.isPresent()) {
                if (!beside.startsWith(whole)) {
                    findings.at(whole.getParent().relativize(beside).toString());
                    Manifest.check(beside, findings);
                    Signature.check(beside, signers, findings);
                }
                examine(inner.get(), beside, whole, beside.getParent().endsWith(ProbeResult.DIRECTORY));
            }
        }
    }

    private <R extends Result> List<Path> parts(ResultKind<R> kind, R result, Path directory) {
        try {
            return kind.parts(result, directory);
        } catch (RuntimeException impossible) {
            findings.contradiction(kind.file(), "its parts cannot be told: " + impossible.getMessage());
            return List.of();
        }
    }
}
