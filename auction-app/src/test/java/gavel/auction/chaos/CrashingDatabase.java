package gavel.auction.chaos;

import gavel.auction.testing.EmbeddedServices.TestDatabase;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real PostgreSQL server that keeps what it confirmed, and can be crashed and started again where it was. */
final class CrashingDatabase implements AutoCloseable {
    private static final String USER = "postgres";

    private final EmbeddedPostgres server;
    private final Path data;
    private final Path log;

    private CrashingDatabase(EmbeddedPostgres server, Path data, Path log) {
        this.server = server;
        this.data = data;
        this.log = log;
    }

    static CrashingDatabase start(Path directory) throws IOException {
        Path data = directory.resolve("database");
        Path log = directory.resolve("database.log");
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("max_connections", "200")
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        return new CrashingDatabase(server, data, log);
    }

    TestDatabase address() {
        return new TestDatabase(server.getJdbcUrl(USER, USER), USER, "");
    }

    /** Ends all its processes without a checkpoint; returns when it has recovered. */
    void crash() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            // PostgreSQL refuses to run as root: in a user namespace of its own it does not see that it is.
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of(
                programs().resolve("pg_ctl").toString(), "restart", "-m", "immediate", "-w", "-D", data.toString()));
        int code = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("the database did not start again (log: " + log + ")");
        }
    }

    /** Where its command line says it was started from. */
    private Path programs() throws IOException {
        String commandLine = Files.readString(data.resolve("postmaster.opts"));
        return Path.of(commandLine.substring(0, commandLine.indexOf(' '))).getParent();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
