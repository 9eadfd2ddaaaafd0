package gavel.harness.document;

import gavel.driver.command.DriverCommand;
import gavel.harness.command.CommandModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Every command with its options, from the model of the command line. */
final class CommandReference {
    private static final Set<String> OF_EVERY_COMMAND = Set.of("--help", "--version");
    private static final int MANY = 8;

    private CommandReference() {}

    /** As somebody types them, the driver's own among them. */
    static Map<String, CommandLine> commands() {
        CommandLine root = CommandModel.commandLine();
        Map<String, CommandLine> commands = new LinkedHashMap<>();
        root.getSubcommands().forEach((name, command) -> {
            commands.put(name, command);
            command.getSubcommands().forEach((inner, line) -> commands.put(name + " " + inner, line));
        });
        Map<String, CommandLine> ofTheDriver = DriverCommand.line(null).getSubcommands();
        commands.put("drive", ofTheDriver.get("run"));
        commands.put("agent", ofTheDriver.get("agent"));
        return commands;
    }

    static String text() {
        Map<String, CommandLine> commands = commands();
        List<String> common = common(commands);
        StringBuilder text = new StringBuilder("## Options of every command\n\n");
        text.append(table(CommandModel.commandLine().getCommandSpec().options().stream()
                .filter(option -> option.scopeType() == CommandLine.ScopeType.INHERIT)
                .toList()));
        text.append("\n## Options of every command that takes a configuration\n\n");
        text.append(table(options(commands.get("run")).stream()
                .filter(option -> common.contains(cells(option).toString()))
                .toList()));
        commands.forEach((name, command) -> {
            text.append("\n## ").append(name).append("\n\n");
            text.append(Arrays.stream(command.getCommandSpec().usageMessage().description())
                            .map(CommandReference::plain)
                            .reduce((one, next) -> one + " " + next)
                            .orElse(""))
                    .append("\n");
            boolean configuration = options(command).stream()
                    .anyMatch(option -> common.contains(cells(option).toString()));
            List<ArgSpec> own = Stream.concat(
                            command.getCommandSpec().positionalParameters().stream(), options(command).stream())
                    .filter(argument -> !common.contains(cells(argument).toString()))
                    .toList();
            if (configuration) {
                text.append(
                        "\nIt takes the [options of a configuration](#options-of-every-command-that-takes-a-configuration).\n");
            }
            if (!own.isEmpty()) {
                text.append("\n").append(table(own));
            }
        });
        return text.toString();
    }

    private static List<String> common(Map<String, CommandLine> commands) {
        List<String> all = commands.values().stream()
                .flatMap(command -> options(command).stream())
                .map(option -> cells(option).toString())
                .toList();
        return all.stream()
                .distinct()
                .filter(cells -> all.stream().filter(cells::equals).count() >= MANY)
                .toList();
    }

    private static List<OptionSpec> options(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> !OF_EVERY_COMMAND.contains(option.longestName()) && !option.hidden())
                .filter(option -> !option.inherited())
                .toList();
    }

    private static String table(List<? extends ArgSpec> arguments) {
        return Reference.table(
                List.of("argument", "meaning"),
                arguments.stream().map(CommandReference::cells).toList());
    }

    private static List<String> cells(ArgSpec argument) {
        String label = argument.typeInfo().isBoolean() || argument.arity().max() == 0
                ? ""
                : argument.arity().min() == 0 ? "[" + argument.paramLabel() + "]" : argument.paramLabel();
        String name = argument instanceof OptionSpec option
                ? String.join(", ", option.names()) + (label.isEmpty() ? "" : " " + label)
                : label;
        List<String> meaning = new ArrayList<>();
        meaning.add(plain(String.join(" ", argument.description())
                .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValueString()))));
        // Of a group one is required, where any is wanted.
        if (argument.required() && argument.group() == null && argument instanceof OptionSpec) {
            meaning.add("(required)");
        }
        return List.of(Reference.code(name), String.join(" ", meaning));
    }

    private static String plain(String text) {
        return text.replace("%%", "%")
                .replace("%n", " ")
                .replaceAll("(?<=[a-z])[.](?=[A-Z])", ". ")
                .strip();
    }
}
