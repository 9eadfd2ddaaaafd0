package gavel.harness.command;

import gavel.harness.dashboard.board.Subject;
import gavel.harness.failure.ConfigurationException;
import picocli.CommandLine.Option;

/** The option of every command that can be watched in a browser. */
final class DashboardOption {
    private static final int HIGHEST_PORT = 65_535;

    @Option(
            names = "--dashboard",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "0",
            description = "serve a live page on this machine's loopback, on a free port unless one is named")
    private Integer port;

    boolean wanted() {
        return port != null;
    }

    /** Says where the page is; without the option there is none. */
    Showing open(Workplace workplace, Subject.Kind kind) {
        if (port == null) {
            return new Showing(workplace, null);
        }
        if (port < 0 || port > HIGHEST_PORT) {
            throw new ConfigurationException("--dashboard must be a port from 1 to " + HIGHEST_PORT
                    + ", or stand alone for a free one: " + port);
        }
        return Showing.open(workplace, kind, port);
    }
}
