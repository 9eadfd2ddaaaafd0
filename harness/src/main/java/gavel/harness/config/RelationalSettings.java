package gavel.harness.config;

import gavel.harness.setting.AlsoCalled;
import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;
import java.util.List;
import java.util.Set;

/**
 * The relational database.
 *
 * @param implementation the child process of the deployment, the PostgreSQL or the MariaDB installed on the machine, or an external one
 * @param memory the rules may count on for it; null for the sizing rule
 * @param durable whether a commit waits for the disk; a less durable setting is printed with the result
 * @param settings of the server, each {@code name=value}; they win over the sizing rules
 * @param url JDBC address of an external one, whose max_connections must be 30 for each application server, and 20
 * @param passwordFile file with the password of an external one; no configuration holds a password
 */
public record RelationalSettings(
        Implementation implementation,
        MemorySize memory,
        boolean durable,
        List<String> settings,
        String url,
        String username,
        String passwordFile) {
    /** What Gavel decides, so that a result cannot claim what was not so. */
    private static final Set<String> OWN = Set.of(
            "fsync",
            "full_page_writes",
            "synchronous_commit",
            "listen_addresses",
            "port",
            "innodb_flush_log_at_trx_commit",
            "innodb_doublewrite",
            "innodb_flush_method",
            "bind_address",
            "socket",
            "datadir",
            "init_file",
            "pid_file",
            "unix_socket_directories",
            "hba_file");

    private static final int LEAST_MEMORY = 64;

    /** Which server provides it. */
    public enum Implementation {
        EMBEDDED,
        POSTGRESQL,
        @AlsoCalled("mysql")
        MARIADB,
        EXTERNAL
    }

    public RelationalSettings {
        boolean external = implementation == Implementation.EXTERNAL;
        List<String> unreadable = settings.stream()
                .filter(setting -> !setting.matches("[a-z0-9_.]+=[^'\\n]+")
                        || OWN.contains(name(setting))
                        || setting.matches(".*,\\s*[a-z0-9_.]+=.*"))
                .toList();
        String forExternal = "is for relational.implementation=external";
        String forServer = "is for a database that Gavel starts; an external one is as it is set";
        new Rules()
                .memory("memory", memory, LEAST_MEMORY)
                .onlyWhere(!external, "memory", memory, forServer)
                .that(durable || !external, "durable", forServer, durable)
                .that(settings.isEmpty() || !external, "settings", forServer, settings)
                .that(url == null || external, "url", forExternal, withoutPassword(url))
                .onlyWhere(external, "username", username, forExternal)
                .onlyWhere(external, "passwordFile", passwordFile, forExternal)
                .that(
                        url == null || url.equals(withoutPassword(url)),
                        "url",
                        "must hold no password, as it stands in every result: put it into a file (relational.passwordFile)",
                        withoutPassword(url))
                .neededWhere(external, "url", url, "is needed for an external database")
                .that(
                        !external || url == null || url.matches("jdbc:(postgresql|mariadb):.+"),
                        "url",
                        "must begin with jdbc:postgresql: or jdbc:mariadb:",
                        withoutPassword(url))
                .neededWhere(external, "username", username, "is needed for an external database")
                .neededWhere(external, "passwordFile", passwordFile, "is needed for an external database")
                .that(
                        unreadable.isEmpty(),
                        "settings",
                        "must be name=value each; `durable` sets durability",
                        unreadable)
                .check();
        settings = List.copyOf(settings);
    }

    /** What may be shown of an address: JDBC takes passwords as parameters, and before the host. */
    private static String withoutPassword(String url) {
        return url == null
                ? null
                : url.replaceAll("(?i)([?&;][a-z_]*(?:passw?(?:or)?d|pwd|secret)[a-z_]*=)[^&;]*", "$1…")
                        .replaceAll("//([^/@:]*):[^/]*@", "//$1:…@");
    }

    private static String name(String setting) {
        return setting.substring(0, Math.max(0, setting.indexOf('=')));
    }

    public boolean embedded() {
        return implementation == Implementation.EMBEDDED;
    }

    /** Whether it is the MariaDB installed on the machine. */
    public boolean mariadb() {
        return implementation == Implementation.MARIADB;
    }

    public boolean external() {
        return implementation == Implementation.EXTERNAL;
    }
}
