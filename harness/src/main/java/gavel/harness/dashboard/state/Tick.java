package gavel.harness.dashboard.state;

import java.util.List;

/**
 * One second of the machine and its tiers, or several put together; there are some before the load and after it. Lists of tiers are in the
 * order of the frame's names, and may be shorter; -1 is what is not known.
 *
 * @param number from 1
 * @param atMillis its end
 * @param seconds it stands for
 * @param doing phase that was under way; may be empty
 * @param busyShare of all cores, 0..1
 * @param memoryUsedBytes of the machine, the most of several seconds
 * @param cores each tier used
 * @param rssBytes resident memory of each tier, likewise the most
 * @param storage bytes a second each tier read and wrote
 * @param network bytes a second each tier received
 * @param servers what servers say of themselves, in the order of the frame's figures
 */
public record Tick(
        long number,
        long atMillis,
        int seconds,
        String doing,
        double busyShare,
        double memoryUsedBytes,
        List<Double> cores,
        List<Double> rssBytes,
        List<Double> storage,
        List<Double> network,
        List<Double> servers) {

    /** Both as one. */
    Tick and(Tick next) {
        return new Tick(
                next.number,
                next.atMillis,
                seconds + next.seconds,
                next.doing,
                Figure.mean(busyShare, seconds, next.busyShare, next.seconds),
                Math.max(memoryUsedBytes, next.memoryUsedBytes),
                Figure.means(cores, seconds, next.cores, next.seconds),
                Figure.largest(rssBytes, next.rssBytes),
                Figure.means(storage, seconds, next.storage, next.seconds),
                Figure.means(network, seconds, next.network, next.seconds),
                Figure.means(servers, seconds, next.servers, next.seconds));
    }
}
