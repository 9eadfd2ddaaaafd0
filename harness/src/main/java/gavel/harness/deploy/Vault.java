package gavel.harness.deploy;

import gavel.driver.api.TextFile;
import gavel.harness.config.Configuration;
import gavel.harness.deploy.certificate.Certificates;
import gavel.harness.deploy.certificate.Certificates.Pem;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Secrets;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.tier.Encryption;
import gavel.harness.tier.front.FrontDoors;
import gavel.harness.tier.front.TicketKey;
import gavel.harness.topology.Secret;
import gavel.harness.topology.TopologyContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The values of a deployment's secrets, by their names: those made for it, those in files that its configuration names, and its
 * certificates. Certificates are made when the first server asks for one.
 */
final class Vault implements UnaryOperator<String> {
    private static final Pattern TICKET_KEY = Pattern.compile("ticket-key-(\\d+)(-base64)?");
    private static final Pattern INNER = Pattern.compile("certificate(-key)?-of-([^-]+)-(.*)");
    private static final String LOOPBACK = "localhost";
    private static final String AGENT = Secret.agent("").name();
    private static final String STATISTICS = Secret.statistics("").name();
    private static final String GUEST = Secret.guest("").name();
    private final Deployment deployment;
    private final Supplier<TopologyContext> context;
    private final Certificates certificates;

    /** @param context knows everything that servers are reached by */
    Vault(Deployment deployment, Supplier<TopologyContext> context) {
        this.deployment = deployment;
        this.context = context;
        this.certificates = new Certificates(
                deployment.directory().path().resolve("certificates"), deployment.name(), InstantSource.system());
    }

    String value(Secret secret) {
        return apply(secret.name());
    }

    @Override
    public String apply(String name) {
        Secrets own = deployment.secrets();
        Configuration configuration = deployment.configuration();
        return switch (new Secret(name)) {
            case Secret it when it.equals(Secret.DATABASE) -> own.database();
            case Secret it when it.equals(Secret.BROKER) -> own.broker();
            case Secret it when it.equals(Secret.DOCUMENTS) -> own.documents();
            case Secret it when it.equals(Secret.DOCUMENTS_KEY) -> own.documentsKey();
            case Secret it when it.equals(Secret.MANAGEMENT) -> own.management();
            case Secret it when it.equals(Secret.COOKIE) -> own.cookie();
            case Secret it when it.equals(Secret.ACCOUNTS) -> own.accounts();
            case Secret it
            when it.equals(Secret.EXTERNAL_DATABASE) ->
                file(configuration.relational().passwordFile(), "relational.passwordFile");
            case Secret it
            when it.equals(Secret.EXTERNAL_BROKER) ->
                file(configuration.broker().passwordFile(), "broker.passwordFile");
            case Secret it
            when it.equals(Secret.EXTERNAL_DOCUMENTS) ->
                file(configuration.documents().uriFile(), "documents.uriFile");
            case Secret it when it.equals(Secret.AUTHORITY) -> certificates.authority();
            case Secret it when it.equals(Secret.CERTIFICATE) -> front().certificate();
            case Secret it when it.equals(Secret.CERTIFICATE_KEY) -> front().key();
            default -> derived(name, own);
        };
    }

    private Pem front() {
        return certificates.of(
                "front",
                Stream.concat(Stream.of(LOOPBACK), FrontDoors.names(context.get()).stream())
                        .distinct()
                        .toList());
    }

    private String derived(String name, Secrets own) {
        Matcher inner = INNER.matcher(name);
        if (inner.matches()) {
            String host = inner.group(3);
            String address = context.get().locations().hosts().get(host).address();
            Pem pem = certificates.of(inner.group(2) + "-" + host, Encryption.names(inner.group(2), address));
            return inner.group(1) == null ? pem.certificate() : pem.key();
        }
        Matcher ticket = TICKET_KEY.matcher(name);
        if (ticket.matches()) {
            String key = TicketKey.name(Integer.parseInt(ticket.group(1)) - 1) + own.tickets();
            return ticket.group(2) == null
                    ? key
                    : Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.US_ASCII));
        }
        if (name.startsWith(AGENT)) {
            return own.agent(name.substring(AGENT.length()));
        }
        if (name.startsWith(STATISTICS)) {
            return own.statistics(name.substring(STATISTICS.length()));
        }
        if (name.startsWith(GUEST)) {
            return own.guest(name.substring(GUEST.length()));
        }
        throw new IllegalStateException("no secret is called " + name);
    }

    private static String file(String file, String setting) {
        try {
            return TextFile.read(Path.of(file)).strip();
        } catch (IOException e) {
            throw new ConfigurationException("file cannot be read: " + e.getMessage() + " (" + setting + ")");
        }
    }
}
