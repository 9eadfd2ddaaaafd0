package gavel.harness.command.help;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Length;
import gavel.harness.elastic.LoadShapes;
import gavel.harness.failover.Fault;
import gavel.harness.kind.ResultKinds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ScopeType;

/** The words a shell completes where an option or a parameter takes one of a few. */
public final class Candidates {
    private static final List<String> PROFILES = List.of("liveauction", "classic");
    static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    private Candidates() {}

    /** By the name of the option, or the label of the parameter. */
    public static Map<String, List<String>> of(Configurations configurations, ResultKinds kinds) {
        return Map.of(
                "--config",
                configurations.ready().stream().map(Configurations.Ready::name).toList(),
                "--profile",
                PROFILES,
                "NAME|FILE",
                PROFILES,
                "--platform",
                words(Configuration.Platform.class),
                "--length",
                words(Length.class),
                "--services",
                List.of("embedded", "external"),
                "--kind",
                kinds.all().stream().map(kind -> kind.name()).toList(),
                "--faults",
                words(Fault.Kind.class),
                "--shape",
                Stream.concat(Stream.of(LoadShapes.values()).map(LoadShapes::word), Stream.of("own"))
                        .toList(),
                "SHELL",
                SHELLS);
    }

    /** Puts them where what writes completions finds them; of a choice of values their words. */
    static void into(CommandLine root, Map<String, List<String>> known) {
        Map<String, List<String>> words = new LinkedHashMap<>(known);
        words.put("COMMAND", List.copyOf(root.getSubcommands().keySet()));
        into(root.getCommandSpec(), words);
        Described.commands(root).values().forEach(command -> into(command.getCommandSpec(), words));
    }

    private static void into(CommandSpec spec, Map<String, List<String>> words) {
        for (OptionSpec option : List.copyOf(spec.options())) {
            List<String> own = option.type().isEnum() ? words(option.type()) : words.get(option.longestName());
            if (own != null && Described.takesValue(option)) {
                spec.remove(option);
                // One that every command has stands in each: none is to get it twice. Words go by the label.
                spec.addOption(option.toBuilder()
                        .completionCandidates(own)
                        .paramLabel((option.paramLabel() + option.longestName()).replaceAll("\\W+", "_"))
                        .scopeType(ScopeType.LOCAL)
                        .build());
            }
        }
        for (PositionalParamSpec parameter : List.copyOf(spec.positionalParameters())) {
            List<String> own = words.get(parameter.paramLabel());
            if (own != null) {
                spec.remove(parameter);
                spec.addPositional(
                        parameter.toBuilder().completionCandidates(own).build());
            }
        }
    }

    private static List<String> words(Class<?> choice) {
        return Stream.of(choice.getEnumConstants())
                .map(value -> value.toString().toLowerCase(Locale.ROOT))
                .toList();
    }
}
