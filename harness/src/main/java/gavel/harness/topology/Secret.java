package gavel.harness.topology;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A secret of a deployment, by its name: the platform that runs an instance puts the value in its place, and no other part sees it. */
public record Secret(String name) {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{secret:([\\w-]+)}");

    public static final Secret DATABASE = new Secret("database");
    public static final Secret BROKER = new Secret("broker");
    public static final Secret DOCUMENTS = new Secret("documents");
    /** The servers of a document store know each other by it. */
    public static final Secret DOCUMENTS_KEY = new Secret("documents-key");
    /** Opens the management pages of application servers. */
    public static final Secret MANAGEMENT = new Secret("management");
    /** The processes of a broker know each other by it. */
    public static final Secret COOKIE = new Secret("cookie");

    /** Password of all loaded accounts. */
    public static final Secret ACCOUNTS = new Secret("accounts");

    public static final Secret EXTERNAL_DATABASE = new Secret("external-database");
    public static final Secret EXTERNAL_BROKER = new Secret("external-broker");
    public static final Secret EXTERNAL_DOCUMENTS = new Secret("external-documents");

    /** Of the authority that the deployment's certificate is signed by; it is public. */
    public static final Secret AUTHORITY = new Secret("authority");
    /** Of the front door, followed by the authority's; it is public. */
    public static final Secret CERTIFICATE = new Secret("certificate");

    public static final Secret CERTIFICATE_KEY = new Secret("certificate-key");

    /**
     * The certificate that the servers of one tier on one host show to their clients, followed by the authority's; it is public.
     *
     * @param host empty for the machine itself
     */
    public static Secret certificate(String tier, String host) {
        return new Secret(CERTIFICATE.name + "-of-" + tier + "-" + host);
    }

    /** Its key. */
    public static Secret certificateKey(String tier, String host) {
        return new Secret(CERTIFICATE_KEY.name + "-of-" + tier + "-" + host);
    }

    /** The token of one workload driver. */
    public static Secret agent(String driver) {
        return new Secret("agent-" + driver);
    }

    /** The token that opens the figures of one server. */
    public static Secret statistics(String server) {
        return new Secret("statistics-" + server);
    }

    /** The password of another deployment that uses services of this one. */
    public static Secret guest(String guest) {
        return new Secret("guest-" + guest);
    }

    /**
     * The key one server encrypts TLS session tickets with, after the name in plain text that each ticket begins with.
     *
     * @param index of the server, from 0
     */
    public static Secret ticketKey(int index) {
        return new Secret("ticket-key-" + (index + 1));
    }

    /** The same in Base64. */
    public Secret base64() {
        return new Secret(name + "-base64");
    }

    /** What stands for it in a file or an address. */
    public String reference() {
        return "${secret:" + name + "}";
    }

    /**
     * A text with values in the place of its references.
     *
     * @param values by name
     */
    public static String resolve(String text, Quoting quoting, UnaryOperator<String> values) {
        return REFERENCE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(quoting.apply(values.apply(found.group(1)))));
    }
}
