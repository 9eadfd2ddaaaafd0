package gavel.harness.site;

import gavel.harness.compare.ComparedResult;
import gavel.harness.kind.KeyFigures;
import gavel.harness.kind.ResultKind;
import gavel.harness.report.text.Words;
import gavel.harness.result.Disclosure;
import gavel.harness.result.IndexCsv;
import gavel.harness.result.Result;
import gavel.harness.result.RunInfo;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the site keeps of one result while it reads the next.
 *
 * @param page of its report, relative to the site's first page
 * @param machine its name; of several hosts that of the first, and how many others there are
 * @param hardware of it
 * @param line as in the index
 * @param disclosed by names for people
 */
record SiteEntry(
        String page,
        RunInfo run,
        String kind,
        String machine,
        String hardware,
        IndexCsv.Line line,
        KeyFigures figures,
        Map<String, String> disclosed) {
    static final int LONGEST = 200;

    private static final String UNKNOWN = "unknown";
    private static final int MOST_DISCLOSED = 300;
    private static final Instant FIRST = Instant.parse("2015-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("2200-01-01T00:00:00Z");

    /** @throws IOException where it is no result */
    static <R extends Result> SiteEntry of(R result, ResultKind<R> kind, String page) throws IOException {
        RunInfo run = result.run();
        if (run == null || run.id() == null || run.name() == null || run.startedAt() == null) {
            throw new IOException("it does not say what was asked for");
        }
        if (run.startedAt().isBefore(FIRST) || run.startedAt().isAfter(LAST)) {
            throw new IOException("it cannot have begun then: " + run.startedAt());
        }
        KeyFigures figures = kind.keyFigures(result);
        if (figures.efficiency().stream().anyMatch(each -> each.unit() == null)) {
            throw new IOException("it does not say what its users are divided by");
        }
        List<Disclosure.Host> hosts =
                result.disclosure() == null ? List.of() : result.disclosure().machines();
        return new SiteEntry(
                page,
                run,
                kind.name(),
                machine(hosts),
                hosts.isEmpty() ? "" : hardware(result.disclosure()),
                kind.index(result),
                figures,
                disclosed(result));
    }

    /** Others may have as many hosts, which are other machines all the same. */
    private static String machine(List<Disclosure.Host> hosts) {
        String first = hosts.isEmpty() ? UNKNOWN : named(hosts.getFirst().name());
        return hosts.size() < 2 ? first : first + " and " + Words.plural(hosts.size() - 1, "other host");
    }

    private static String hardware(Disclosure disclosure) {
        int cores = disclosure.hardware().cores();
        return (cores == 0 ? "" : Words.plural(cores, "core") + ", ")
                + cut(disclosure.machines().stream()
                        .map(host -> host.cpu().strip())
                        .distinct()
                        .collect(Collectors.joining(", ")));
    }

    private static Map<String, String> disclosed(Result result) {
        Map<String, String> disclosed = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : ComparedResult.disclosed(result).entrySet()) {
            if (disclosed.size() < MOST_DISCLOSED) {
                disclosed.put(cut(each.getKey()).intern(), cut(each.getValue()).intern());
            }
        }
        return disclosed;
    }

    static String cut(String text) {
        return text == null ? "" : text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }

    /** What has no name could be neither sorted nor chosen. */
    private static String named(String text) {
        return text == null || text.isBlank() ? UNKNOWN : cut(text);
    }

    String id() {
        return named(run.id());
    }

    String configuration() {
        return named(run.name());
    }

    /** Whether its peak can be drawn. */
    boolean hasPeak() {
        return figures.peak() != null;
    }

    /** pass, fail, invalid or info. */
    String tone() {
        return switch (line.verdict().split("[ (]")[0]) {
            case "PASS", "FOUND", "MEASURED", "AT_LEAST", "BEYOND_MEMORY", "BEYOND_DESCRIPTORS" -> "pass";
            case "FAIL", "NONE" -> "fail";
            case "INVALID", "INCOMPLETE", "ERROR", "INTERRUPTED" -> "invalid";
            default -> "info";
        };
    }
}
