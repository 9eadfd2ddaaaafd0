package gavel.harness.command;

import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.Comparison;
import gavel.harness.compare.History;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.kind.PastResults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel compare}. */
@Command(name = "compare", description = "Compares results, with 90 %% intervals where the noise is known.")
final class CompareCommand extends ContextCommand {
    private static final int FEWEST = 2;

    @Parameters(
            paramLabel = "RESULT[,RESULT…]",
            arity = "1..*",
            description =
                    "results, or repeats of the same separated by commas; the first is what the others are compared with; repeats of one thing alone give its interval")
    private List<String> groups;

    @Option(
            names = "--force",
            description =
                    "compare what differs in kind, services, length, profile, users or course of the load all the same")
    private boolean force;

    @Override
    public Integer call() {
        if (names().count() < FEWEST) {
            throw new ConfigurationException("compare needs at least two results: " + groups);
        }
        requireOnce();
        List<List<ComparedResult>> sides = new ArrayList<>();
        for (String group : groups) {
            sides.add(List.of(group.split(",")).stream().map(this::side).toList());
        }
        Comparison comparison = Comparison.of(sides, force, history(sides));
        if (!comparison.refusals().isEmpty()) {
            comparison.header().forEach(context.console()::line);
            throw new ConfigurationException(
                    String.join("\n", comparison.refusals())
                            + "\nthese results are not comparable; --force compares them all the same, unless one has no number");
        }
        comparison.lines().forEach(context.console()::line);
        return 0;
    }

    private Stream<String> names() {
        return groups.stream().flatMap(group -> Stream.of(group.split(",")));
    }

    /** Of this machine, where a side alone does not know its noise. */
    private History history(List<List<ComparedResult>> sides) {
        return sides.stream().allMatch(side -> side.size() > 1)
                ? History.NONE
                : new PastResults(context.installation().results(), context.kinds())
                        .like(sides.getFirst().getFirst());
    }

    /** A result beside itself shows that nothing differs; as a repeat it would show noise that was never measured. */
    private void requireOnce() {
        List<Path> all = names().map(context::result).toList();
        String twice = all.stream()
                .filter(each -> Collections.frequency(all, each) > 1)
                .distinct()
                .map(each -> each.getFileName().toString())
                .collect(Collectors.joining(", "));
        if (all.size() > groups.size() && !twice.isEmpty()) {
            throw new ConfigurationException("a result is no repeat of itself; named twice: " + twice);
        }
    }

    private ComparedResult side(String name) {
        Path directory = context.result(name);
        try {
            return context.kinds()
                    .in(directory)
                    .orElseThrow(() -> new IOException("there is none"))
                    .compared(name, directory);
        } catch (IOException e) {
            throw new ConfigurationException("no result can be read from " + directory + ": " + e.getMessage());
        }
    }
}
