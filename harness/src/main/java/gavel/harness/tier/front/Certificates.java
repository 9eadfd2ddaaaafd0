package gavel.harness.tier.front;

import gavel.harness.deployment.Deployment;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.ProcessSpec;
import gavel.harness.tier.Tiers;
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
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The authority of one deployment and the certificate of its front door, made once with the JDK's {@code keytool}. All of it stays in the
 * run directory and goes with it; who drives the load trusts this authority and no other.
 */
public record Certificates(Path authority, Path certificate, Path key) {
    private static final String AUTHORITY = "authority";
    private static final String SERVER = "server";
    private static final Duration LONGEST = Duration.ofSeconds(60);

    public static Certificates in(Deployment deployment) {
        return new Certificates(
                deployment.directory().settings("authority.pem"),
                deployment.directory().settings("server.pem"),
                deployment.directory().settings("server-key.pem"));
    }

    /** Makes them unless they are there. */
    static Certificates make(Deployment deployment, Path java) throws IOException, InterruptedException {
        Certificates certificates = in(deployment);
        if (Files.exists(certificates.key())) {
            return certificates;
        }
        Path store = deployment.directory().settings("certificates.p12");
        Path password = deployment.directory().settings("certificates-password");
        deployment.host().put(password, deployment.secrets().cookie(), true);
        Keytool keytool = new Keytool(deployment, java.resolveSibling("keytool"), store, password);
        keytool.generate(AUTHORITY, "CN=Gavel deployment " + deployment.name(), "-ext", "bc:c", "-ext", "ku:c=kCS");
        keytool.generate(SERVER, "CN=localhost", "-signer", AUTHORITY, "-ext", "san=" + names(deployment));
        try (InputStream stream = Files.newInputStream(store)) {
            char[] secret = deployment.secrets().cookie().toCharArray();
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(stream, secret);
            String authority = pem("CERTIFICATE", keys.getCertificate(AUTHORITY).getEncoded());
            deployment.host().put(certificates.authority(), authority, false);
            deployment
                    .host()
                    .put(
                            certificates.certificate(),
                            pem("CERTIFICATE", keys.getCertificate(SERVER).getEncoded()) + authority,
                            false);
            deployment
                    .host()
                    .put(
                            certificates.key(),
                            pem("PRIVATE KEY", keys.getKey(SERVER, secret).getEncoded()),
                            true);
            return certificates;
        } catch (GeneralSecurityException e) {
            throw new EnvironmentException("the certificates of the deployment cannot be read: " + e.getMessage(), e);
        }
    }

    /** Everything people may call the front door. */
    private static String names(Deployment deployment) {
        return FrontDoors.names(deployment).stream()
                        .map(address -> "ip:" + address + ",")
                        .collect(Collectors.joining())
                + "dns:localhost";
    }

    private static String pem(String what, byte[] content) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
    }

    /** One key pair after the other into one store. */
    private record Keytool(Deployment deployment, Path program, Path store, Path password) {
        void generate(String alias, String subject, String... more) throws IOException, InterruptedException {
            List<String> command = new ArrayList<>(List.of(program.toString(), "-genkeypair"));
            command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12"));
            command.addAll(List.of("-storepass:file", password.toString(), "-alias", alias, "-dname", subject));
            command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "60"));
            command.addAll(List.of(more));
            ProcessSpec spec = new ProcessSpec(
                    "certificates",
                    Tiers.TOOLS,
                    command,
                    Map.of(),
                    deployment.directory().path(),
                    0,
                    true);
            int code = deployment.host().run(spec, line -> {}, LONGEST);
            if (code != 0) {
                Path log = deployment.directory().log("certificates");
                throw new EnvironmentException(
                        "the certificates of the deployment could not be made (log: " + log + ")",
                        deployment.host().tail(log, 20),
                        null);
            }
        }
    }
}
