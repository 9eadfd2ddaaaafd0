package gavel.driver.qos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Operations that are judged as one: alone with enough samples, else together with the others of the same limit. */
record JudgedPool(String subject, OperationSample sample, List<OperationSample> members) {
    private static final long ENOUGH = 1_000;

    static List<JudgedPool> of(List<OperationSample> operations) {
        List<JudgedPool> pools = new ArrayList<>();
        Map<Long, List<OperationSample>> small = new LinkedHashMap<>();
        for (OperationSample operation : operations) {
            if (operation.kind().longPoll()) {
                continue;
            }
            if (operation.starts() >= ENOUGH) {
                pools.add(new JudgedPool(operation.kind().title(), operation, List.of(operation)));
            } else {
                small.computeIfAbsent(operation.limitMillis(), _ -> new ArrayList<>())
                        .add(operation);
            }
        }
        small.forEach((limit, members) -> {
            OperationSample sum =
                    members.stream().reduce(OperationSample::pooledWith).orElseThrow();
            String subject = members.size() == 1 ? members.getFirst().kind().title() : Words.seconds(limit) + " pool";
            pools.add(new JudgedPool(subject, sum, members));
        });
        return pools;
    }

    boolean pooled() {
        return members.size() > 1;
    }

    /** The words for what is counted. */
    String starts() {
        return pooled() ? "starts with a limit of " + Words.seconds(sample.limitMillis()) : "starts of " + subject;
    }
}
