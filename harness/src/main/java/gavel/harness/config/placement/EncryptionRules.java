package gavel.harness.config.placement;

import gavel.harness.config.Configuration;
import gavel.harness.setting.Rules;
import java.util.List;

/** What a configuration must be like whose tiers encrypt what they say to each other: nothing of it stays plain in silence. Pure. */
public final class EncryptionRules {
    private EncryptionRules() {}

    /** Holds a configuration against what can be encrypted, where it asks for that. */
    public static void check(Configuration configuration, Rules rules) {
        if (!configuration.encryption().betweenTiers()) {
            return;
        }
        String external =
                "must not be external with encryption.betweenTiers: true, as Gavel gives an external server no certificate";
        rules.that(
                        !configuration.contained(),
                        "encryption.betweenTiers",
                        "must be false on platform " + configuration.platform().word()
                                + ": only on this machine and by ssh do servers get certificates",
                        true)
                .that(
                        !configuration.relational().external()
                                || configuration.relational().url().matches("(?i).*[?&]sslmode=verify-full(&.*)?"),
                        "relational.url",
                        "must ask for sslmode=verify-full with encryption.betweenTiers: true, and name its server's authority (sslrootcert,"
                                + " or serverSslCert of MariaDB)",
                        configuration.relational().implementation())
                .that(
                        !configuration.broker().external(),
                        "broker.implementation",
                        external,
                        configuration.broker().implementation())
                .that(
                        !configuration.documents().external(),
                        "documents.implementation",
                        external,
                        configuration.documents().implementation())
                .that(
                        configuration.imageStore().nfs() == null,
                        "imageStore.nfs",
                        "must be null with encryption.betweenTiers: true, as NFS is not encrypted: mount it with sec=krb5p and name"
                                + " that directory (imageStore.directory)",
                        configuration.imageStore().nfs())
                .that(
                        own(configuration.relational().settings()).isEmpty(),
                        "relational.settings",
                        "must leave encryption to encryption.betweenTiers",
                        own(configuration.relational().settings()));
    }

    /** Settings of a database that would undo it. */
    private static List<String> own(List<String> settings) {
        return settings.stream()
                .filter(setting -> setting.matches("(ssl|tls|require_secure_transport|skip_ssl|disable_ssl).*"))
                .toList();
    }
}
