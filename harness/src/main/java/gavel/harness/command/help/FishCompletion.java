package gavel.harness.command.help;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for fish, which picocli does not make: commands and options with what they mean. Pure. */
final class FishCompletion {
    private FishCompletion() {}

    static String of(CommandLine root) {
        StringBuilder script = new StringBuilder("# Completion of gavel for fish; made by `gavel completion fish`.\n");
        script.append("complete -c gavel -f\n");
        options(script, root, "");
        Map<String, CommandLine> commands = Described.commands(root);
        commands.forEach((name, command) -> {
            String[] words = name.split(" ");
            String where = words.length == 1
                    ? "__fish_use_subcommand"
                    : "__fish_seen_subcommand_from " + words[0] + "; and not __fish_seen_subcommand_from "
                            + inner(commands.get(words[0]));
            script.append("complete -c gavel -n %s -a %s -d %s\n"
                    .formatted(quoted(where), words[words.length - 1], quoted(Described.of(command))));
            String seen = Stream.of(words)
                    .map(word -> "__fish_seen_subcommand_from " + word)
                    .collect(Collectors.joining("; and "));
            options(script, command, " -n " + quoted(seen));
            if (command.getCommandSpec().positionalParameters().stream().anyMatch(FishCompletion::file)) {
                script.append("complete -c gavel -n ").append(quoted(seen)).append(" -F\n");
            }
        });
        return script.toString();
    }

    private static String inner(CommandLine command) {
        return String.join(" ", command.getSubcommands().keySet());
    }

    private static void options(StringBuilder script, CommandLine command, String condition) {
        for (OptionSpec option : Described.options(command)) {
            script.append("complete -c gavel").append(condition);
            for (String name : option.names()) {
                script.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
            }
            List<String> values = values(option);
            if (!values.isEmpty()) {
                script.append(" -x -a ").append(quoted(String.join(" ", values)));
            } else if (Described.takesValue(option)) {
                script.append(file(option) ? " -r -F" : " -x");
            }
            script.append(" -d ").append(quoted(Described.of(option))).append('\n');
        }
    }

    private static List<String> values(OptionSpec option) {
        return option.type().isEnum()
                ? Stream.of(option.type().getEnumConstants())
                        .map(value -> value.toString().toLowerCase(Locale.ROOT))
                        .toList()
                : List.of();
    }

    private static boolean file(CommandLine.Model.ArgSpec argument) {
        return argument.paramLabel().matches(".*(FILE|DIR|RESULT|KEY).*");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
