package gavel.harness.command.help;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completion for fish, which picocli does not make: commands, options and values with what they mean. Pure. */
final class FishCompletion {
    /** Options may stand before the command, some with a value that is no command. */
    private static final String HEAD = """
            # Completion of gavel for fish; made by `gavel completion fish`.
            function __gavel_typed
                set -l words (commandline -opc)
                set words $words[2..]
                while set -q words[1]
                    switch $words[1]
                        case %s
                            set words $words[2..]
                        case '-*'
                        case '*'
                            echo $words[1]
                    end
                    set words $words[2..]
                end
            end
            function __gavel_at
                set -l typed (__gavel_typed)
                test "$typed" = "$argv"
            end
            function __gavel_in
                set -l typed (__gavel_typed)
                set -l many (count $argv)
                test "$typed[1..$many]" = "$argv"
            end
            complete -c gavel -f
            """;

    private FishCompletion() {}

    static String of(CommandLine root) {
        StringBuilder script = new StringBuilder(HEAD.formatted(String.join(" ", withValue(root))));
        options(script, root, "");
        Map<String, CommandLine> commands = Described.commands(root);
        commands.forEach((name, command) -> {
            int inner = name.lastIndexOf(' ');
            String where = inner < 0 ? "__gavel_at" : "__gavel_at " + name.substring(0, inner);
            script.append("complete -c gavel -n %s -a %s -d %s\n"
                    .formatted(quoted(where), name.substring(inner + 1), quoted(Described.brief(command))));
            String condition = " -n " + quoted("__gavel_in " + name);
            options(script, command, condition);
            for (PositionalParamSpec parameter : command.getCommandSpec().positionalParameters()) {
                String values = values(parameter);
                if (!values.isEmpty() || file(parameter)) {
                    script.append("complete -c gavel" + condition + values + (file(parameter) ? " -F" : "") + "\n");
                }
            }
        });
        return script.toString();
    }

    private static List<String> withValue(CommandLine command) {
        List<String> names = new ArrayList<>();
        Described.options(command).stream()
                .filter(Described::takesValue)
                .forEach(option -> names.addAll(List.of(option.names())));
        return names;
    }

    private static void options(StringBuilder script, CommandLine command, String condition) {
        for (OptionSpec option : Described.options(command)) {
            script.append("complete -c gavel").append(condition);
            for (String name : option.names()) {
                script.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
            }
            if (Described.takesValue(option)) {
                script.append(file(option) ? " -r -F" : " -x").append(values(option));
            }
            script.append(" -d ").append(quoted(Described.of(option))).append('\n');
        }
    }

    private static String values(ArgSpec argument) {
        return argument.completionCandidates() == null
                ? ""
                : " -a " + quoted(String.join(" ", argument.completionCandidates()));
    }

    private static boolean file(ArgSpec argument) {
        return argument.paramLabel().matches(".*(FILE|DIR|RESULT|KEY).*");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
