package gavel.driver.qos;

import gavel.driver.api.text.DurationWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Operations that are judged as one: alone with enough samples, else together with the others of the same limit. */
record JudgedPool(String subject, OperationSample sample, List<OperationSample> members) {

    static List<JudgedPool> of(List<OperationSample> operations) {
        List<JudgedPool> pools = new ArrayList<>();
        Map<Long, List<OperationSample>> small = new LinkedHashMap<>();
        for (OperationSample operation : operations) {
            if (operation.kind().longPoll()) {
                continue;
            }
            if (operation.starts() >= ShareRule.ENOUGH) {
                pools.add(alone(operation));
            } else {
                small.computeIfAbsent(operation.limitMillis(), _ -> new ArrayList<>())
                        .add(operation);
            }
        }
        small.forEach((limit, members) -> {
            OperationSample sum =
                    members.stream().reduce(OperationSample::pooledWith).orElseThrow();
            pools.add(
                    members.size() == 1
                            ? alone(members.getFirst())
                            : new JudgedPool(DurationWords.seconds(limit) + " pool", sum, members));
        });
        return pools;
    }

    static JudgedPool alone(OperationSample operation) {
        return new JudgedPool(operation.kind().title(), operation, List.of(operation));
    }

    /** Itself and, of a pool, each of its operations alone. */
    List<JudgedPool> withMembers() {
        List<JudgedPool> all = new ArrayList<>();
        all.add(this);
        if (pooled()) {
            members.forEach(member -> all.add(alone(member)));
        }
        return all;
    }

    boolean pooled() {
        return members.size() > 1;
    }

    /** The words for what is counted. */
    String starts() {
        return pooled()
                ? "starts with a limit of " + DurationWords.seconds(sample.limitMillis())
                : "starts of " + subject;
    }
}
