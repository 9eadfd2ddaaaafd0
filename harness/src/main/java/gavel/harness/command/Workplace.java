package gavel.harness.command;

import gavel.driver.api.AgentClient;
import gavel.harness.collect.ProcCollector;
import gavel.harness.config.Configurations;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.host.LocalHost;
import gavel.harness.host.Timekeeper;
import gavel.harness.http.JdkHttp;
import gavel.harness.run.Console;
import gavel.harness.run.Interruption;
import gavel.harness.run.PlainConsole;
import gavel.harness.run.Surroundings;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;

/** The composition root: what is real on this machine, made when a command first needs it. */
public final class Workplace {
    private static final int USUAL_COLUMNS = 80;
    private final Installation installation;
    private final Timekeeper time = Timekeeper.system();
    private final Console console;
    private final Interruption interruption;
    private final List<String> arguments;

    public Workplace(List<String> arguments, Interruption interruption) {
        this(
                Installation.current(),
                new PrintStream(System.out, true, StandardCharsets.UTF_8),
                System.console() != null && System.console().isTerminal()
                        ? Integer.getInteger("gavel.columns", USUAL_COLUMNS)
                        : 0,
                arguments,
                interruption);
    }

    Workplace(
            Installation installation,
            PrintStream out,
            int columns,
            List<String> arguments,
            Interruption interruption) {
        this.installation = installation;
        this.console = new PlainConsole(out, columns, time);
        this.arguments = List.copyOf(arguments);
        this.interruption = interruption;
    }

    Installation installation() {
        return installation;
    }

    Console console() {
        return console;
    }

    Timekeeper time() {
        return time;
    }

    Interruption interruption() {
        return interruption;
    }

    Configurations configurations() {
        return new Configurations(installation.configurations());
    }

    Deployments deployments() {
        return new Deployments(installation.deployments(), LocalHost::new, new SecureRandom());
    }

    Surroundings surroundings() {
        return new Surroundings(
                installation,
                deployments(),
                new JdkHttp(),
                time,
                console,
                AgentClient::new,
                instances -> ProcCollector.start(instances, time, System::nanoTime),
                interruption);
    }

    /** As typed; no option takes a secret. */
    String commandLine() {
        return "gavel " + String.join(" ", arguments);
    }
}
