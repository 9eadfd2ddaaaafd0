package gavel.harness.config.machine;

import gavel.driver.api.text.Nearest;
import gavel.harness.setting.Rules;
import java.util.HashSet;
import java.util.List;

/**
 * A machine that instances run on, reached by ssh.
 *
 * @param name name of the machine in plans, results and messages
 * @param address host name or IPv4 address that services listen on and other machines use
 * @param ssh host for ssh, such as a {@code Host} of your ssh configuration; null: the address
 * @param user user to log in as; null: as ssh's configuration says
 * @param port port of sshd; null: as ssh's configuration says
 * @param identity file of the private key; null: as ssh's configuration says
 * @param tiers tiers whose instances may run there
 * @param powerOn command on this machine that switches it on; null: it is always on
 * @param powerOff command on this machine that switches it off again
 * @param ready command on this machine that ends with 0 when the other may be used; null: as soon as ssh works
 */
public record MachineSettings(
        String name,
        String address,
        String ssh,
        String user,
        Integer port,
        String identity,
        List<String> tiers,
        String powerOn,
        String powerOff,
        String ready) {
    /** What machines can be for, as the sections of the configuration are called; {@code services} are those that are embedded. */
    public static final List<String> TIERS = List.of(
            "balancers", "webServers", "appServers", "broker", "relational", "documents", "services", "drivers");

    private static final String HOST = "[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?";
    /** Names of a user's own configuration of ssh may have what no DNS name has. */
    private static final String SSH_HOST = "[A-Za-z0-9_]([A-Za-z0-9._-]{0,251}[A-Za-z0-9_])?";

    private static final String USER = "[A-Za-z_][A-Za-z0-9_.-]{0,63}";

    public MachineSettings {
        tiers = tiers == null ? List.of() : List.copyOf(tiers);
        if (identity != null && identity.startsWith("~/")) {
            identity = System.getProperty("user.home") + identity.substring(1);
        }
        Rules rules = new Rules()
                .that(
                        name != null && name.matches("[a-z][a-z0-9-]{0,30}"),
                        "name",
                        "must be 1 to 31 small letters, digits and -, a letter first",
                        name)
                .that(
                        address != null && address.matches(HOST),
                        "address",
                        "must be a host name or an IPv4 address that the other machines can reach",
                        address)
                .that(
                        address == null || !address.equals("localhost") && !address.startsWith("127."),
                        "address",
                        "must be an address that the other machines can reach, no loopback",
                        address)
                // A word that begins with a dash would be an option of ssh.
                .that(ssh == null || ssh.matches(SSH_HOST), "ssh", "must be a host as ssh knows it", ssh)
                .that(user == null || user.matches(USER), "user", "must be a login name", user)
                .port("port", port, 1)
                .that(
                        identity == null || identity.startsWith("/"),
                        "identity",
                        "must be an absolute path, or one below ~/",
                        identity)
                .that(!tiers.isEmpty(), "tiers", "must name at least one of " + String.join(", ", TIERS), tiers)
                .that(new HashSet<>(tiers).size() == tiers.size(), "tiers", "must be named once each", tiers)
                .onlyWhere(
                        powerOn != null,
                        "powerOff",
                        powerOff,
                        "needs powerOn: what Gavel cannot switch on it leaves on");
        for (String tier : tiers) {
            rules.that(
                    TIERS.contains(tier),
                    "tiers",
                    "must be of " + String.join(", ", TIERS) + Nearest.hint(tier, TIERS),
                    tier);
        }
        rules.check();
    }

    /** Whether Gavel may switch it on. */
    public boolean switchable() {
        return powerOn != null;
    }

    /** What ssh is called with. */
    public String destination() {
        return ssh == null ? address : ssh;
    }
}
