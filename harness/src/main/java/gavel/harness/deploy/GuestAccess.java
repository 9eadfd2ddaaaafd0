package gavel.harness.deploy;

import gavel.driver.api.text.Nearest;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.HostSettings;
import gavel.harness.config.RelationalSettings;
import gavel.harness.tier.DataAddresses;
import gavel.harness.topology.Tiers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What makes a configuration use data services of another deployment, like external ones: with an account, data and files of its
 * own. Pure.
 */
public final class GuestAccess {
    /** Those that can be had in common. */
    public static final List<String> TIERS = List.of(Tiers.RELATIONAL, Tiers.BROKER, Tiers.DOCUMENTS);

    private final Configuration owner;
    private final DataAddresses addresses;
    private final String guest;
    private final List<SettingOverride> overrides = new ArrayList<>();

    private GuestAccess(Configuration owner, DataAddresses addresses, String guest) {
        this.owner = owner;
        this.addresses = addresses;
        this.guest = guest;
    }

    /** What keeps these tiers of a configuration from being shared; empty when nothing does. */
    public static List<String> problems(Configuration configuration, List<String> tiers) {
        List<String> problems = new ArrayList<>();
        for (String tier : tiers) {
            if (!TIERS.contains(tier)) {
                problems.add("no such tier can be shared (--shared): " + tier + Nearest.hint(tier, TIERS));
            }
        }
        if (!tiers.isEmpty() && configuration.hosts().elsewhere()) {
            problems.add("tiers are shared on one machine only: leave out hosts.machines, or --shared");
        }
        if (!tiers.isEmpty() && configuration.contained()) {
            problems.add(
                    "tiers are shared by processes only, as containers and pods of one deployment admit no others: take platform"
                            + " local, or leave out --shared");
        }
        if (!tiers.isEmpty() && configuration.encryption().betweenTiers()) {
            problems.add("tiers are shared without encryption only: leave out encryption.betweenTiers, or --shared");
        }
        boolean postgresql =
                configuration.relational().implementation() == RelationalSettings.Implementation.POSTGRESQL;
        if (tiers.contains(Tiers.RELATIONAL) && !postgresql) {
            problems.add(server(Tiers.RELATIONAL, "postgresql"));
        }
        if (tiers.contains(Tiers.BROKER) && !configuration.broker().rabbit()) {
            problems.add(server(Tiers.BROKER, "rabbitmq"));
        }
        if (tiers.contains(Tiers.DOCUMENTS) && !configuration.documents().server()) {
            problems.add(server(Tiers.DOCUMENTS, "server"));
        }
        return problems;
    }

    private static String server(String tier, String implementation) {
        return tier + " can be shared where it is a server with accounts: " + tier + ".implementation=" + implementation
                + " (--shared)";
    }

    /**
     * @param owner of the services
     * @param addresses of its services
     * @param guest name of the account and of the data
     * @param directory where the guest's secret files are ({@link #password}, {@link #uri})
     */
    static List<SettingOverride> overrides(
            Configuration owner, DataAddresses addresses, List<String> tiers, String guest, Path directory) {
        GuestAccess access = new GuestAccess(owner, addresses, guest);
        if (tiers.contains(Tiers.RELATIONAL)) {
            access.relational(directory.resolve(password(guest)));
        }
        if (tiers.contains(Tiers.BROKER)) {
            access.broker(directory.resolve(password(guest)));
        }
        if (tiers.contains(Tiers.DOCUMENTS)) {
            access.documents(directory.resolve(uri(guest)));
        }
        return access.overrides;
    }

    /** File with the password of a guest, below the owner's run directory. */
    static String password(String guest) {
        return "settings/" + guest + "-password";
    }

    /** File with the address of a guest's documents, likewise. */
    static String uri(String guest) {
        return "settings/" + guest + "-documents";
    }

    private void set(String path, Object value) {
        overrides.add(new SettingOverride(path, value == null ? "null" : value.toString(), "--shared"));
    }

    private void relational(Path password) {
        String url = addresses.databaseUrl();
        set("relational.implementation", "external");
        set("relational.url", url.substring(0, url.lastIndexOf('/') + 1) + guest);
        set("relational.username", guest);
        set("relational.passwordFile", password);
        set("relational.memory", null);
        set("relational.durable", true);
        set("relational.settings", "[]");
        withoutHost(Tiers.RELATIONAL, owner.hosts().relational());
    }

    private void broker(Path password) {
        set("broker.implementation", "external");
        set("broker.host", addresses.broker().host());
        set("broker.port", addresses.broker().port());
        set("broker.virtualHost", guest);
        set("broker.username", guest);
        set("broker.passwordFile", password);
        set("broker.memory", null);
        set("broker.count", 1);
        set("broker.queues", owner.broker().quorum() ? "quorum" : "classic");
        withoutHost(Tiers.BROKER, owner.hosts().broker());
    }

    private void documents(Path uri) {
        set("documents.implementation", "external");
        set("documents.uriFile", uri);
        set("documents.memory", null);
        withoutHost(Tiers.DOCUMENTS, owner.hosts().documents());
    }

    /** The owner's host has the limits, and the guest has none for this tier. */
    private void withoutHost(String tier, HostSettings.Size size) {
        if (size.wanted()) {
            List.of("count", "cpu", "memory").forEach(limit -> set("hosts." + tier + "." + limit, null));
        }
    }
}
