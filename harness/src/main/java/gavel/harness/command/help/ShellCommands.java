package gavel.harness.command.help;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.run.Disclosures;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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
        /** Where no word fits, a path may: configurations, profiles and results are named by one as well. */
        private static final Pattern WITHOUT_FILES = Pattern.compile("(?m)^ *type compopt .* compopt \\+o default\n");

        @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
        private String shell;

        @Spec
        private CommandSpec spec;

        private final Supplier<Map<String, List<String>>> words;
        private final Consumer<String> text;

        /**
         * @param words of options and parameters that take one of a few
         * @param text takes the whole, unchanged
         */
        public Completion(Supplier<Map<String, List<String>>> words, Consumer<String> text) {
            this.words = words;
            this.text = text;
        }

        @Override
        public Integer call() {
            if (!Candidates.SHELLS.contains(shell)) {
                throw new ConfigurationException(
                        "a shell must be one of " + String.join(", ", Candidates.SHELLS) + ": " + shell + " (SHELL)");
            }
            text.accept(script(shell, spec.root().commandLine(), words.get()));
            return 0;
        }

        static String script(String shell, CommandLine root, Map<String, List<String>> words) {
            Candidates.into(root, words);
            return shell.equals("fish")
                    ? FishCompletion.of(root)
                    : WITHOUT_FILES.matcher(AutoComplete.bash("gavel", root)).replaceAll("");
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
