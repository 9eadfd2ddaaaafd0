package gavel.harness.command.help;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.run.Disclosures;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What a shell and a manual need of the command line: printed as it is, to be written into a file. */
public final class ShellCommands {
    private ShellCommands() {}

    /** {@code gavel completion}. */
    @Command(name = "completion", description = "Prints completion of commands and options for a shell.")
    public static final class Completion implements Callable<Integer> {
        @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
        private String shell;

        @Spec
        private CommandSpec spec;

        private final Consumer<String> text;

        /** @param text takes the whole, unchanged */
        public Completion(Consumer<String> text) {
            this.text = text;
        }

        @Override
        public Integer call() {
            CommandLine root = spec.root().commandLine();
            text.accept(
                    switch (shell) {
                        case "bash", "zsh" -> AutoComplete.bash("gavel", root);
                        case "fish" -> FishCompletion.of(root);
                        default ->
                            throw new ConfigurationException(
                                    "a shell must be one of bash, zsh, fish: " + shell + " (SHELL)");
                    });
            return 0;
        }
    }

    /** {@code gavel man}. */
    @Command(name = "man", description = "Prints the manual page.")
    public static final class Manual implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        private final Consumer<String> text;

        /** @param text takes the whole, unchanged */
        public Manual(Consumer<String> text) {
            this.text = text;
        }

        @Override
        public Integer call() {
            text.accept(ManPage.of(spec.root().commandLine(), Disclosures.program()));
            return 0;
        }
    }
}
