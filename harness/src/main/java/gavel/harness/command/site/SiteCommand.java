package gavel.harness.command.site;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.kind.ResultKinds;
import gavel.harness.report.text.Words;
import gavel.harness.site.LeftOut;
import gavel.harness.site.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel site}: static pages from many results of many machines. */
@Command(name = "site", description = "Makes static pages from many results: table, charts, reports, differences.")
public final class SiteCommand implements Callable<Integer> {
    private static final int MOST_TOLD = 20;

    @Parameters(
            paramLabel = "RESULTS",
            arity = "1..*",
            description = "results, or directories of results; what cannot be shown is named and left out")
    private List<String> names;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            required = true,
            description = "directory of the pages: a new one, an empty one, or an earlier site")
    private Path output;

    private final ResultKinds kinds;
    private final Function<String, Path> directories;
    private final Consumer<String> console;

    /** @param directories of results by their names */
    public SiteCommand(ResultKinds kinds, Function<String, Path> directories, Consumer<String> console) {
        this.kinds = kinds;
        this.directories = directories;
        this.console = console;
    }

    @Override
    public Integer call() {
        List<Path> named = names.stream().map(directories).toList();
        List<String> missing = named.stream()
                .filter(each -> !Files.isDirectory(each))
                .map(each -> "no result and no directory of results: " + each)
                .toList();
        if (!missing.isEmpty()) {
            throw new ConfigurationException(String.join("\n", missing));
        }
        try {
            tell(Site.make(kinds, named, output));
            return 0;
        } catch (IOException e) {
            throw new EnvironmentException("the site cannot be written: " + output + ": " + e.getMessage(), e);
        }
    }

    private void tell(Site.Made made) {
        List<LeftOut> leftOut = made.leftOut();
        leftOut.stream()
                .limit(MOST_TOLD)
                .forEach(each -> console.accept("Left out    " + each.what() + ": " + each.why()));
        if (leftOut.size() > MOST_TOLD) {
            console.accept("            and " + (leftOut.size() - MOST_TOLD) + " more, named on the page");
        }
        console.accept("Site        " + Words.plural(made.results(), "result") + ", " + Words.bytes(made.siteBytes())
                + " beside " + Words.bytes(made.reportBytes()) + " of reports");
        console.accept("Open        " + made.page());
    }
}
