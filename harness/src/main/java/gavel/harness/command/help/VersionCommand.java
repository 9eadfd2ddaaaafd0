package gavel.harness.command.help;

import gavel.harness.command.output.CommandOutput;
import gavel.harness.command.output.OutputDocument.VersionEntry;
import gavel.harness.deployment.Installation;
import gavel.harness.run.Console;
import gavel.harness.run.Disclosures;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code gavel version}. */
@Command(name = "version", description = "Shows the version, the Java it runs on, and its directories.")
public final class VersionCommand implements Callable<Integer> {
    private final Installation installation;
    private final Console console;
    private final CommandOutput output;

    public VersionCommand(Installation installation, Console console, CommandOutput output) {
        this.installation = installation;
        this.console = console;
        this.output = output;
    }

    @Override
    public Integer call() {
        VersionEntry version = new VersionEntry(
                Disclosures.program(),
                Runtime.version() + ", " + System.getProperty("java.vendor"),
                installation.home().toString(),
                installation.deployments().toString(),
                installation.results().toString());
        output.version(version);
        console.line("gavel " + version.gavel());
        console.line("Java         " + version.java());
        console.line("Program      " + version.installation());
        console.line("Deployments  " + version.state());
        console.line("Results      " + version.results());
        return 0;
    }
}
