package gavel.harness.elastic;

/**
 * Where the time goes between the wish for a server and its help, link by link. Times are seconds on one axis; null where a moment was not
 * seen, and then neither are the links beside it. Pure.
 *
 * @param needed when demand rose above supply
 * @param decided when the change was ordered
 * @param created when its process was there
 * @param ready when it said that it can take requests
 * @param firstRequest when the first one came to it
 * @param fairShare when it had nearly as many as the other servers
 * @param restored when quality was back
 */
public record ScalingLinks(
        Double needed,
        Double decided,
        Double created,
        Double ready,
        Double firstRequest,
        Double fairShare,
        Double restored) {
    public Double toDecision() {
        return link(needed, decided);
    }

    public Double toCreation() {
        return link(decided, created);
    }

    public Double toReadiness() {
        return link(created, ready);
    }

    public Double toFirstRequest() {
        return link(ready, firstRequest);
    }

    public Double toFairShare() {
        return link(firstRequest, fairShare);
    }

    public Double toQuality() {
        return link(fairShare, restored);
    }

    private static Double link(Double from, Double to) {
        return from == null || to == null ? null : (Double) (to - from);
    }
}
