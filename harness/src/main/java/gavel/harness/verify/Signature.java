package gavel.harness.verify;

import gavel.harness.evidence.Findings;
import gavel.harness.evidence.Manifest;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The author's signature of a manifest, made and checked by ssh-keygen with the keys people have. It covers every file of a result, as the
 * manifest has the sums of all of them.
 */
final class Signature {
    /** So that no signature of something else is taken for one of a result. */
    private static final String NAMESPACE = "gavel";

    /** The user may have to type the passphrase of a key. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final int MOST_BYTES = 64 << 10;

    private Signature() {}

    private record Ended(int code, String said) {
        String firstLine() {
            return said.lines().findFirst().orElse("");
        }
    }

    /** @param key file of a private key, or of a public one whose private one an agent holds */
    static void sign(Path directory, Path key) {
        try {
            Files.deleteIfExists(directory.resolve(Manifest.SIGNATURE));
            Ended ended = run(
                    List.of("-Y", "sign", "-f", key.toAbsolutePath().toString(), "-n", NAMESPACE),
                    directory.resolve(Manifest.FILE),
                    false);
            if (ended.code() != 0 || !Files.isRegularFile(directory.resolve(Manifest.SIGNATURE))) {
                throw new ConfigurationException(
                        "ssh-keygen cannot sign with " + key + ": " + ended.said() + " (--sign)");
            }
        } catch (IOException e) {
            throw new EnvironmentException("the manifest cannot be signed: " + e.getMessage(), e);
        }
    }

    /**
     * What is known of the signer; empty without a signature.
     *
     * @param signers as ssh-keygen reads it (ALLOWED SIGNERS in ssh-keygen(1)); null where none are given
     */
    static String check(Path directory, Path signers, Findings findings) {
        Path signature = directory.resolve(Manifest.SIGNATURE);
        if (!Files.isRegularFile(signature) || !Manifest.in(directory)) {
            if (signers == null) {
                findings.unknown(
                        "", "who made it: it is not signed, and anyone who changes a file can write a new manifest");
            } else {
                findings.missing(Manifest.SIGNATURE, "it is not signed");
            }
            return "";
        }
        try {
            return signers == null ? byAnybody(directory, findings) : byOneOf(directory, signers, findings);
        } catch (IOException e) {
            throw new EnvironmentException("the signature cannot be checked: " + e.getMessage(), e);
        }
    }

    private static String byAnybody(Path directory, Findings findings) throws IOException {
        Ended ended = checked(directory, List.of("-Y", "check-novalidate"));
        if (ended.code() != 0) {
            findings.contradiction(Manifest.SIGNATURE, "it is no signature of the manifest: " + ended.firstLine());
            return "";
        }
        findings.unknown("", "whose key signed it: --signers names those you trust");
        return ended.firstLine();
    }

    private static String byOneOf(Path directory, Path signers, Findings findings) throws IOException {
        if (!Files.isReadable(signers)) {
            throw new ConfigurationException("the file of signers cannot be read: " + signers + " (--signers)");
        }
        String allowed = signers.toAbsolutePath().toString();
        Ended principals = checked(directory, List.of("-Y", "find-principals", "-f", allowed));
        String principal = principals.firstLine();
        if (principals.code() != 0 || principal.isEmpty()) {
            findings.contradiction(Manifest.SIGNATURE, "none of those in " + signers + " signed it");
            return "";
        }
        Ended ended = checked(directory, List.of("-Y", "verify", "-f", allowed, "-I", principal));
        if (ended.code() != 0) {
            findings.contradiction(Manifest.SIGNATURE, "it is no signature of the manifest: " + ended.firstLine());
            return "";
        }
        return ended.firstLine();
    }

    private static Ended checked(Path directory, List<String> asked) throws IOException {
        List<String> arguments = new ArrayList<>(asked);
        arguments.addAll(List.of(
                "-n", NAMESPACE, "-s", directory.resolve(Manifest.SIGNATURE).toString()));
        return run(arguments, directory.resolve(Manifest.FILE), true);
    }

    /** @param input whether the file comes from the standard input, or is named */
    private static Ended run(List<String> arguments, Path file, boolean input) throws IOException {
        List<String> command = new ArrayList<>(List.of("ssh-keygen"));
        command.addAll(arguments);
        if (!input) {
            command.add(file.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        if (input) {
            builder.redirectInput(file.toFile());
        }
        Process process = builder.start();
        try (InputStream out = process.getInputStream()) {
            if (!input) {
                process.getOutputStream().close();
            }
            String said = new String(out.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("ssh-keygen did not end within " + PATIENCE.toSeconds() + " s");
            }
            return new Ended(process.exitValue(), said);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while ssh-keygen ran", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
