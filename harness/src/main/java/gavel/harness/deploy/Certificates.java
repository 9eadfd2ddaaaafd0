package gavel.harness.deploy;

import gavel.harness.deployment.Deployment;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Platform;
import gavel.harness.platform.local.host.WholeFile;
import gavel.harness.tier.front.FrontDoors;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The authority of one deployment and the certificate of its front door, made once with the JDK's {@code keytool}. All of it stays in the
 * run directory and goes with it; who drives the load trusts this authority and no other.
 */
final class Certificates {
    private static final String NAME = "certificates";
    private static final String AUTHORITY = "authority";
    private static final String SERVER = "server";
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private final Deployment deployment;
    private final Path keytool;
    private final RunningTopology running;
    private final Path store;
    private final Path password;
    private Pem pem;

    /** @param certificate with the authority's behind it */
    record Pem(String authority, String certificate, String key) {
        @Override
        public String toString() {
            return "Pem[…]";
        }
    }

    /**
     * @param java program of this machine, beside which there is {@code keytool}
     * @param running knows everything people may call the front door
     */
    Certificates(Deployment deployment, Path java, RunningTopology running) {
        this.deployment = deployment;
        this.keytool = java.resolveSibling("keytool");
        this.running = running;
        this.store = deployment.directory().settings("certificates.p12");
        this.password = deployment.directory().settings("certificates-password");
    }

    /** Makes them unless they are there. */
    Pem pem() {
        try {
            if (pem == null) {
                if (!Files.exists(deployment.directory().settings("server-key.pem"))) {
                    make();
                }
                pem = read();
            }
            return pem;
        } catch (IOException e) {
            throw new EnvironmentException(
                    "the certificates of the deployment could not be made: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EnvironmentException("interrupted while the certificates of the deployment were made", e);
        }
    }

    private void make() throws IOException, InterruptedException {
        // One that was not finished has an unknown authority.
        Files.deleteIfExists(store);
        WholeFile.put(password, deployment.secrets().cookie(), true);
        generate(AUTHORITY, "CN=Gavel deployment " + deployment.name(), "-ext", "bc:c", "-ext", "ku:c=kCS");
        String addresses = String.join(
                ",",
                FrontDoors.names(running.context()).stream()
                        .map(address -> (address.matches("[0-9.]+") ? "ip:" : "dns:") + address)
                        .toList());
        generate(SERVER, "CN=localhost", "-signer", AUTHORITY, "-ext", "san=" + addresses + ",dns:localhost");
    }

    private Pem read() throws IOException {
        try (InputStream stream = Files.newInputStream(store)) {
            char[] secret = deployment.secrets().cookie().toCharArray();
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(stream, secret);
            String authority = pem("CERTIFICATE", keys.getCertificate(AUTHORITY).getEncoded());
            return new Pem(
                    authority,
                    pem("CERTIFICATE", keys.getCertificate(SERVER).getEncoded()) + authority,
                    pem("PRIVATE KEY", keys.getKey(SERVER, secret).getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new EnvironmentException("the certificates of the deployment cannot be read: " + e.getMessage(), e);
        }
    }

    private static String pem(String what, byte[] content) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
    }

    private void generate(String alias, String subject, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(keytool.toString(), "-genkeypair"));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
        command.addAll(List.of("-storepass:file", password.toString(), "-alias", alias, "-dname", subject));
        command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "60"));
        command.addAll(List.of(more));
        Platform platform = running.platform();
        if (platform.run("", NAME, Step.Command.tool(command, LONGEST), line -> {}) != 0) {
            throw new EnvironmentException(
                    "the certificates of the deployment could not be made (log: "
                            + deployment.directory().log(NAME) + ")",
                    platform.log("", NAME, 20),
                    null);
        }
    }
}
