package gavel.harness.tier.server;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.Host;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server program of the operating system that a tier can be made of: where it may be, and how it says its version. */
public enum Program {
    POSTGRESQL(
            "PostgreSQL",
            "postgresql",
            List.of("/usr/lib/postgresql/*/bin/postgres", "/usr/pgsql-*/bin/postgres", "/usr/local/pgsql/bin/postgres"),
            "--version"),
    MARIADB(
            "MariaDB",
            "mariadb-server",
            List.of("/usr/sbin/mariadbd", "/usr/libexec/mariadbd", "/usr/local/mysql/bin/mariadbd"),
            "--version"),
    MARIADB_CREATION(
            "MariaDB's installer of data directories",
            "mariadb-server",
            List.of("/usr/bin/mariadb-install-db", "/usr/local/mysql/scripts/mariadb-install-db"),
            null),
    RABBITMQ(
            "RabbitMQ",
            "rabbitmq-server",
            List.of(
                    "/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin/rabbitmq-server",
                    "/opt/rabbitmq_server-*/sbin/rabbitmq-server"),
            null),
    HAPROXY("HAProxy", "haproxy", List.of("/usr/sbin/haproxy", "/usr/local/sbin/haproxy"), "-v"),
    NGINX("Nginx", "nginx", List.of("/usr/sbin/nginx", "/usr/local/nginx/sbin/nginx", "/usr/local/sbin/nginx"), "-v"),
    KEEPALIVED("Keepalived", "keepalived", List.of("/usr/sbin/keepalived", "/usr/local/sbin/keepalived"), "--version"),
    HTTPD("Apache httpd", "apache2-bin", List.of("/usr/sbin/apache2", "/usr/sbin/httpd"), "-v"),
    MONGOD(
            "MongoDB",
            "mongodb-org-server",
            List.of("/usr/bin/mongod", "/usr/local/bin/mongod", "/opt/mongodb*/bin/mongod"),
            "--version"),
    MONGOS(
            "MongoDB's router",
            "mongodb-org-mongos",
            List.of("/usr/bin/mongos", "/usr/local/bin/mongos", "/opt/mongodb*/bin/mongos"),
            "--version"),
    NFS_CLIENT("the NFS client", "nfs-common", List.of("/usr/sbin/mount.nfs", "/sbin/mount.nfs"), "-V"),
    PORT_MAPPER("Erlang's port mapper", "erlang-base", List.of("/usr/bin/epmd", "/usr/local/bin/epmd"), null);

    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)+");
    private final String title;
    private final String distributionPackage;
    private final List<String> places;
    private final String versionOption;

    /** @param versionOption makes it print its version; null where its path tells */
    Program(String title, String distributionPackage, List<String> places, String versionOption) {
        this.title = title;
        this.distributionPackage = distributionPackage;
        this.places = places;
        this.versionOption = versionOption;
    }

    public String title() {
        return title;
    }

    public Optional<Path> find(Host host) {
        return host.program(places);
    }

    /** @throws EnvironmentException that says how to install it */
    public Path on(Host host) {
        return find(host).orElseThrow(() -> new EnvironmentException(title + " is not installed: " + advice()));
    }

    /** What to do about a missing one. */
    public String advice() {
        return "deploy/install-servers.sh installs it (package " + distributionPackage + ")"
                + (distributionPackage.startsWith("mongodb-org")
                        ? " where MongoDB's own repository is configured, as it is in no distribution"
                        : "");
    }

    /** Title and number; the title alone where the number is not told. */
    public String version(Host host) {
        String said = find(host)
                .map(path ->
                        versionOption == null ? path.toString() : host.ask(List.of(path.toString(), versionOption)))
                .orElse("");
        Matcher number = NUMBER.matcher(said);
        return number.find() ? title + " " + number.group() : title;
    }
}
