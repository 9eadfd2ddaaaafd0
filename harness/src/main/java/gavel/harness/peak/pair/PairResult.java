package gavel.harness.peak.pair;

import gavel.harness.peak.SearchSettings;
import gavel.harness.result.Disclosure;
import gavel.harness.result.Result;
import gavel.harness.result.RunInfo;
import gavel.harness.verdict.Audit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Two configurations compared by probes in turn, and everything that was found: the content of {@code pair.json}.
 *
 * @param schemaVersion of this file's form: readers refuse what they do not know
 * @param run what was asked for; its users are those the data sets were made for
 * @param search whose probes are those of both together, and whose width is that of the ratio's interval
 * @param conclusion the ratio, or why there is none
 * @param differences settings that differ, each {@code path: first / second}; empty where a configuration was compared with itself
 * @param first the configuration that the ratio divides by
 * @param second the configuration that is compared with it
 * @param probes in their order
 * @param seconds it took
 * @param remarks what a reader has to know
 */
public record PairResult(
        int schemaVersion,
        RunInfo run,
        SearchSettings search,
        PairConclusion conclusion,
        List<String> differences,
        PairSide first,
        PairSide second,
        List<PairProbe> probes,
        double seconds,
        List<String> remarks)
        implements Result {
    public static final int SCHEMA_VERSION = 1;

    /** Settings that may differ and are no difference: a comparison chooses its users. */
    public static final List<String> NO_DIFFERENCE = List.of("name", "load.users");

    public PairResult {
        differences = List.copyOf(differences);
        probes = List.copyOf(probes);
        remarks = List.copyOf(remarks);
    }

    /** Whether an audit found damage, which no further probe can take back. */
    public boolean violated() {
        return damaged(PairSide::auditBefore) || lostData();
    }

    /** Whether data of either were lost or wrong after the load. */
    public boolean lostData() {
        return damaged(PairSide::auditAfter);
    }

    private boolean damaged(Function<PairSide, Audit> of) {
        return Stream.of(first, second).map(of).anyMatch(audit -> audit != null && !audit.sound());
    }

    /** Of what a reader has to know of either configuration; what holds of one only says of which. */
    public static List<String> remarks(List<String> first, List<String> second) {
        return Stream.concat(
                        first.stream().map(remark -> second.contains(remark) ? remark : "First: " + remark),
                        second.stream()
                                .filter(remark -> !first.contains(remark))
                                .map(remark -> "Second: " + remark))
                .toList();
    }

    /** Whether invalid measurements ended it with room for others: what made them so can be mended. */
    public boolean spoilt() {
        if (conclusion.kind() != PairConclusion.Kind.INVALID || first.climb() == null || second.climb() == null) {
            return false;
        }
        PairedSearch made =
                PairJournal.search(search, Map.of(Side.FIRST, first.climb(), Side.SECOND, second.climb()), probes);
        boolean spoilt = made.spoilt();
        made.resumed();
        return spoilt && made.next(affordable()).isPresent();
    }

    /** Whether it has no ratio only because its probes or its time were used up: with more of them it can go on. */
    public boolean tooShort() {
        if (conclusion.kind() != PairConclusion.Kind.INVALID || first.climb() == null || second.climb() == null) {
            return false;
        }
        PairedSearch longer = PairJournal.search(
                search.with(Integer.MAX_VALUE, search.budget()),
                Map.of(Side.FIRST, first.climb(), Side.SECOND, second.climb()),
                probes);
        return longer.next(Integer.MAX_VALUE).isPresent();
    }

    /** Probes of the usual length in what is left of the time. */
    private int affordable() {
        double usual = probes.stream()
                .mapToDouble(made -> made.probe().seconds())
                .average()
                .orElse(0);
        return Math.clamp((long) ((search.budget().toSeconds() - seconds) / usual), 0, Integer.MAX_VALUE);
    }

    public PairSide side(Side side) {
        return side == Side.FIRST ? first : second;
    }

    /** Of the first. */
    @Override
    public Disclosure disclosure() {
        return first.disclosure();
    }

    @Override
    public List<Disclosure> disclosures() {
        return Stream.of(first, second)
                .map(PairSide::disclosure)
                .filter(Objects::nonNull)
                .toList();
    }
}
