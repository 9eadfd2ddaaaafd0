package gavel.harness.command.watch;

import gavel.harness.failure.Problems;
import gavel.harness.kind.ResultKind;
import gavel.harness.run.Environment;
import java.util.List;
import picocli.CommandLine.Option;

/** The option of every command that can be watched in a browser. */
public final class DashboardOption {
    private static final int HIGHEST_PORT = 65_535;

    @Option(
            names = "--dashboard",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "0",
            description = "serve a live page on this machine's loopback, on a free port unless one is named")
    private Integer port;

    public boolean wanted() {
        return port != null;
    }

    /** What is wrong with what was typed. */
    public List<String> problems() {
        return port == null || port >= 0 && port <= HIGHEST_PORT
                ? List.of()
                : List.of("--dashboard must be a port from 1 to " + HIGHEST_PORT + ", or stand alone for a free one: "
                        + port);
    }

    /**
     * Says where the page is; without the option there is none.
     *
     * @param kind of the result that is made; null where finished ones are shown
     */
    public DashboardSession open(Environment environment, ResultKind<?> kind) {
        if (port == null) {
            return new DashboardSession(environment, null);
        }
        new Problems().add(problems()).check();
        return DashboardSession.open(environment, kind, port);
    }
}
