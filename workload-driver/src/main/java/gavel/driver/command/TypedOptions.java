package gavel.driver.command;

import gavel.driver.api.command.DriverOptions;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/** The options of the driver's command line. It is a service: made by its name. */
public final class TypedOptions implements DriverOptions {
    @Override
    public List<Option> of(String command) {
        // Nothing of the driver is needed to say what can be typed.
        return DriverCommand.line(null, true).getSubcommands().get(command).getCommandSpec().options().stream()
                .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
                .map(TypedOptions::option)
                .toList();
    }

    private static Option option(OptionSpec option) {
        boolean takesValue = option.arity().max() > 0;
        String description = String.join(" ", option.description())
                .replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValueString()))
                .replace("%%", "%");
        return new Option(List.of(option.names()), takesValue ? option.paramLabel() : "", description);
    }
}
