package gavel.harness.report.chart;

/** The colour of each tier: the same in every chart of every page. */
public final class TierStyle {
    private TierStyle() {}

    /** @return a class of the style sheet */
    public static String of(String tier) {
        return switch (tier) {
            case "relational" -> "t1";
            case "services", "broker" -> "t2";
            case "appServers" -> "t3";
            case "driver" -> "t4";
            case "webServers" -> "t5";
            case "documents" -> "t6";
            case "balancers" -> "t7";
            case "virtualIps", "imageStore" -> "t8";
            default -> "others";
        };
    }
}
