package gavel.harness.platform.hosts;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.InterruptedRunException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Does something at all hosts at once, and tells all that went wrong together. */
public final class SideBySide {
    private SideBySide() {}

    /** What is done at one host. */
    @FunctionalInterface
    public interface Work<T, R> {
        R at(T host) throws Exception;
    }

    /** The same at so many of them at once, and no more. */
    public static <T, R> List<R> all(List<T> hosts, int most, Work<T, R> work) {
        Semaphore places = new Semaphore(most);
        return all(hosts, host -> {
            places.acquire();
            try {
                return work.at(host);
            } finally {
                places.release();
            }
        });
    }

    /**
     * Returns when all have ended, in the order of the hosts.
     *
     * @throws EnvironmentException with every problem, one a line
     */
    public static <T, R> List<R> all(List<T> hosts, Work<T, R> work) {
        List<R> results = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        List<String> evidence = new ArrayList<>();
        HarnessException first = null;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<R>> begun = hosts.stream()
                    .map(host -> threads.submit(() -> work.at(host)))
                    .toList();
            for (Future<R> one : begun) {
                try {
                    results.add(one.get());
                } catch (ExecutionException e) {
                    HarnessException known = known(e.getCause());
                    first = first == null ? known : first;
                    problems.addAll(known.getMessage().lines().toList());
                    evidence.addAll(known.evidence());
                } catch (InterruptedException e) {
                    threads.shutdownNow();
                    Thread.currentThread().interrupt();
                    throw new InterruptedRunException("work at several hosts");
                }
            }
        }
        if (problems.size() == 1) {
            throw first;
        }
        if (!problems.isEmpty()) {
            throw new EnvironmentException(String.join(System.lineSeparator(), problems), evidence, first);
        }
        return results;
    }

    /** Files and connections of a host fail without a defect of Gavel, as on a full disk. */
    private static HarnessException known(Throwable thrown) {
        return switch (thrown) {
            case HarnessException known -> known;
            case IOException problem -> new EnvironmentException(String.valueOf(problem.getMessage()), problem);
            default -> throw new IllegalStateException(thrown);
        };
    }
}
