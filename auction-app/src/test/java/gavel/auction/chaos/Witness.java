package gavel.auction.chaos;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** What all users were told, written down beside the application: every answered bid, and everything that must not have happened. */
final class Witness {
    private static final int MOST_KEPT = 100;

    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Map<String, Long> troubles = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicLong longestWait = new AtomicLong();
    private final AtomicLong looks = new AtomicLong();

    /** A bid that was answered with its outcome. */
    record Answer(
            String bidId, long auction, long lot, long account, BigDecimal amount, String outcome, long revision) {
        private String csv() {
            return "%s,%s,%s,%s,%s,%s,%s".formatted(bidId, auction, lot, account, amount, outcome, revision);
        }
    }

    /** @param wait from the first attempt to place it until its answer */
    void answered(Answer answer, Duration wait) {
        longestWait.accumulateAndGet(wait.toNanos(), Math::max);
        Answer before = answers.putIfAbsent(answer.bidId(), answer);
        if (before != null && !before.equals(answer)) {
            violation("answered twice: " + before + ", then " + answer);
        }
    }

    void looked() {
        looks.incrementAndGet();
    }

    void violation(String what) {
        if (violations.size() < MOST_KEPT) {
            violations.add(what);
        }
    }

    /** Something users may see while things are broken: counted, not judged. */
    void trouble(String kind) {
        troubles.merge(kind, 1L, Long::sum);
    }

    int bids() {
        return answers.size();
    }

    long looks() {
        return looks.get();
    }

    Map<String, Long> troubles() {
        return Map.copyOf(troubles);
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    /** The longest wait for an answer since the last time this was asked. */
    Duration longestWait() {
        return Duration.ofNanos(longestWait.getAndSet(0));
    }

    /** As the audit takes it. */
    Path write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of("bidId,auctionId,lotId,accountId,amount,outcome,revision"));
        answers.values().forEach(answer -> lines.add(answer.csv()));
        return Files.write(file, lines);
    }
}
