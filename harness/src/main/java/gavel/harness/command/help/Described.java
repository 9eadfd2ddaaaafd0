package gavel.harness.command.help;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Commands and options as their help says them, for other forms of it. */
final class Described {
    private Described() {}

    /** Every command by its words, those within others after them. */
    static Map<String, CommandLine> commands(CommandLine root) {
        Map<String, CommandLine> commands = new LinkedHashMap<>();
        root.getSubcommands().forEach((name, command) -> {
            commands.put(name, command);
            command.getSubcommands().forEach((inner, line) -> commands.put(name + " " + inner, line));
        });
        return commands;
    }

    static String of(CommandLine command) {
        return plain(String.join(" ", command.getCommandSpec().usageMessage().description()));
    }

    /** Its first sentence, where others follow. */
    static String brief(CommandLine command) {
        return plain(Stream.of(command.getCommandSpec().usageMessage().description())
                .findFirst()
                .orElse(""));
    }

    static String of(ArgSpec argument) {
        return plain(String.join(" ", argument.description())
                .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValueString())));
    }

    /** Options of its own; those that every command has are those of the root. */
    static List<OptionSpec> options(CommandLine command) {
        boolean root = command.getParent() == null;
        List<OptionSpec> options = new ArrayList<>();
        for (OptionSpec option : command.getCommandSpec().options()) {
            boolean everywhere = option.inherited() || option.usageHelp() || option.versionHelp();
            if (!option.hidden() && (root || !everywhere)) {
                options.add(option);
            }
        }
        return options;
    }

    static boolean takesValue(ArgSpec argument) {
        return !argument.typeInfo().isBoolean() && argument.arity().max() > 0;
    }

    private static String plain(String text) {
        return text.replace("%%", "%").replaceAll("\\s+", " ").strip();
    }
}
