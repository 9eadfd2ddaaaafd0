package gavel.harness.collect;

import static java.util.Locale.ROOT;

/** What people call a tier, the same in every statement, table and chart. */
public final class TierNames {
    private TierNames() {}

    /** @param tier as results and configurations name it */
    public static String words(String tier) {
        return switch (tier) {
            case "appServers" -> "application servers";
            case "relational" -> "relational database";
            case "broker" -> "message broker";
            case "documents" -> "document store";
            case "services" -> "broker and document store";
            case "virtualIps" -> "virtual addresses";
            case "balancers" -> "load balancers";
            case "driver" -> "workload driver";
            case "others" -> "everything else";
            default -> tier.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(ROOT);
        };
    }
}
