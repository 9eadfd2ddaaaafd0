package gavel.harness.kind;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of result there are. */
public record ResultKinds(List<ResultKind<?>> all) {
    public static final ResultKinds KNOWN = new ResultKinds(List.of(
            new RunKind(),
            new PeakKind(),
            new ScaleKind(),
            new PlatformKind(),
            new PairKind(),
            new FailoverKind(),
            new ElasticKind(),
            new IsolateKind()));

    public ResultKinds {
        all = List.copyOf(all);
    }

    /** Of the result in a directory; empty where there is none. */
    public Optional<ResultKind<?>> in(Path directory) {
        return all.stream().filter(kind -> kind.isIn(directory)).findFirst();
    }

    /** Their files, for people. */
    public String files() {
        return all.stream().map(ResultKind::file).collect(Collectors.joining(", "));
    }
}
