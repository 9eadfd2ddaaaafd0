package gavel.harness.command.help;

import gavel.harness.command.help.Examples.Example;
import gavel.harness.command.options.SettingVariables;
import gavel.harness.config.Configurations;
import gavel.harness.failure.ExitCode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The page of {@code man gavel}, in the language of roff. Pure. */
final class ManPage {
    private final StringBuilder page = new StringBuilder();

    private ManPage() {}

    static String of(CommandLine root, String version) {
        return new ManPage().text(root, version);
    }

    private String text(CommandLine root, String version) {
        macro(".TH GAVEL 1 \"\" \"Gavel " + version + "\" \"User Commands\"");
        macro(".SH NAME");
        line("gavel - measures how many simulated users a platform of several tiers supports");
        macro(".SH SYNOPSIS");
        page.append(".B gavel\n.I COMMAND\n[options]\n");
        macro(".SH DESCRIPTION");
        line(Described.of(root));
        macro(".SH OPTIONS OF EVERY COMMAND");
        Described.options(root).forEach(this::option);
        macro(".SH COMMANDS");
        Described.commands(root).forEach(this::command);
        macro(".SH EXIT STATUS");
        for (ExitCode code : ExitCode.values()) {
            item(String.valueOf(code.code()), code.meaning());
        }
        macro(".SH ENVIRONMENT");
        item(
                SettingVariables.name("appServers.count"),
                "a setting: GAVEL_ and its path in capitals, with _ for each dot; `gavel plan --settings` lists all paths");
        new TreeMap<>(SettingVariables.OTHERS).forEach(this::item);
        item("NO_COLOR", "not empty: no colours");
        item("COLUMNS", "where to wrap lines that no terminal shows; otherwise they stay whole");
        macro(".SH FILES");
        item(Configurations.FOUND, "in the working directory: the configuration where none is named");
        return page.toString();
    }

    private void command(String name, CommandLine command) {
        macro(".SS gavel " + name);
        line(Described.of(command));
        for (PositionalParamSpec parameter : command.getCommandSpec().positionalParameters()) {
            item(parameter.paramLabel(), Described.of(parameter));
        }
        Described.options(command).forEach(this::option);
        List<Example> examples = EXAMPLES.getOrDefault(name, List.of());
        if (!examples.isEmpty()) {
            macro(".PP");
            line("Examples:");
            examples.forEach(example -> item(example.typed(), example.does()));
        }
    }

    private static final Map<String, List<Example>> EXAMPLES = Examples.all();

    private void option(OptionSpec option) {
        item(
                String.join(", ", option.names()) + (Described.takesValue(option) ? " " + option.paramLabel() : ""),
                Described.of(option));
    }

    private void item(String term, String meaning) {
        macro(".TP");
        page.append(".B ").append(escaped(term)).append('\n');
        line(meaning);
    }

    private void macro(String text) {
        page.append(text).append('\n');
    }

    private void line(String text) {
        page.append(escaped(text)).append('\n');
    }

    /** Nothing of a text is a command of roff, and a hyphen stays one that can be copied. */
    static String escaped(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
