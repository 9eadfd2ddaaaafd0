package gavel.harness.tier;

import gavel.harness.embedded.EmbeddedSpec;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Secret;
import gavel.harness.topology.TopologyContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How servers and their clients encrypt what they say to each other, where the configuration asks for it. A certificate belongs to the servers
 * of one tier on one host: it names the host's address, and the tier for clients that check names alone. Pure.
 */
public final class Encryption {
    private static final String AUTHORITY = "authority.pem";

    private final TopologyContext context;
    private final String tier;
    private final String host;

    private Encryption(TopologyContext context, String tier, String host) {
        this.context = context;
        this.tier = tier;
        this.host = host;
    }

    public static boolean wanted(TopologyContext context) {
        return context.configuration().encryption().betweenTiers();
    }

    /** Of a page or a server. */
    public static String scheme(TopologyContext context) {
        return wanted(context) ? "https" : "http";
    }

    /** That of the servers of a tier on one of its hosts. */
    public static Encryption of(TopologyContext context, String tier, int index) {
        return new Encryption(context, tier, context.host(tier, index));
    }

    /** What every server of a tier is called in its certificate, whatever its address is. */
    public static String name(String tier) {
        return tier.toLowerCase(Locale.ROOT) + ".gavel";
    }

    /** Everything that servers of a tier are called: the loopback, too, as the harness and tools beside them reach them through it. */
    public static List<String> names(String tier, String address) {
        return Stream.of(address, name(tier), "localhost", "127.0.0.1")
                .distinct()
                .toList();
    }

    /** The certificate of the authority as a file, for clients. */
    public static FileSpec authority() {
        return FileSpec.open("settings/" + AUTHORITY, Secret.AUTHORITY.reference());
    }

    /** The path of it. */
    public static String authority(TopologyContext context) {
        return context.settings(AUTHORITY);
    }

    /** The authority in a text, for readers of statistics; empty where nothing is encrypted. */
    public static String authorityText(TopologyContext context) {
        return wanted(context) ? Secret.AUTHORITY.reference() : "";
    }

    private String file(String end) {
        return "tls-" + tier + (host.isEmpty() ? "" : "-" + host) + end;
    }

    /** Path of the certificate, with the authority's behind it. */
    public String certificate() {
        return context.settings(file(".pem"));
    }

    public String key() {
        return context.settings(file("-key.pem"));
    }

    /** Path of a file with both. */
    public String both() {
        return context.settings(file("-both.pem"));
    }

    /** Gives a server the files to show who it is, and to check others; none where nothing is encrypted. */
    public InstanceSpec.Builder given(InstanceSpec.Builder server) {
        return wanted(context)
                ? server.file(authority())
                        .file(FileSpec.open(
                                "settings/" + file(".pem"),
                                Secret.certificate(tier, host).reference()))
                        .file(FileSpec.secret(
                                "settings/" + file("-key.pem"),
                                Secret.certificateKey(tier, host).reference()))
                : server;
    }

    /** The same in one file, for servers that read no other. */
    public InstanceSpec.Builder givenBoth(InstanceSpec.Builder server) {
        return wanted(context)
                ? server.file(authority())
                        .file(FileSpec.secret(
                                "settings/" + file("-both.pem"),
                                Secret.certificate(tier, host).reference()
                                        + Secret.certificateKey(tier, host).reference()))
                : server;
    }

    /** The certificate and its key in the file of an embedded service; null where nothing is encrypted. */
    public EmbeddedSpec.Identity identity() {
        return wanted(context)
                ? new EmbeddedSpec.Identity(
                        Secret.certificate(tier, host).reference(),
                        Secret.certificateKey(tier, host).reference())
                : null;
    }
}
