package gavel.harness.embedded;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the process of the embedded data services has to start; its file is secret. A service whose part is null is left out.
 *
 * @param address they listen on
 * @param network addresses that may speak with them, with the length of their prefix
 * @param stateFile written once everything takes connections
 * @param followInput whether it ends when its standard input does
 * @param identity what the services encrypt with, and then take nothing plain; null for services that do not encrypt
 */
public record EmbeddedSpec(
        String address,
        String network,
        Database database,
        Broker broker,
        Documents documents,
        String stateFile,
        boolean followInput,
        Identity identity) {

    /** Certificates with those behind them, and the key of the first, as PEM texts. */
    public record Identity(String certificates, String key) {
        @Override
        public String toString() {
            return "Identity[…]";
        }
    }

    /**
     * @param directory of the data; kept
     * @param binaries where the server's programs are unpacked once
     * @param settings of the server
     */
    public record Database(
            int port,
            String directory,
            String binaries,
            String log,
            String name,
            String username,
            String password,
            Map<String, String> settings) {
        public Database {
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        }

        Path dataPath() {
            return Path.of(directory);
        }
    }

    /** @param directory the broker may write to */
    public record Broker(int port, String directory, String username, String password) {}

    /** @param directory for pictures, of its own: whatever is in it is deleted */
    public record Documents(int port, String directory, String username, String password) {}
}
