package gavel.driver.api.ensemble;

import gavel.driver.api.LoadAgent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks or tells all agents the same at once. */
final class Agents {
    private Agents() {}

    /** What one agent is asked. */
    interface Question<T> {
        T ask(LoadAgent agent, int index) throws IOException, InterruptedException;
    }

    /** Every agent is asked, whatever others answer; then the first failure is thrown, with the others in it. */
    static <T> List<T> all(List<LoadAgent> agents, Question<T> question) throws IOException, InterruptedException {
        List<Future<T>> futures = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < agents.size(); i++) {
                int index = i;
                futures.add(threads.submit(() -> question.ask(agents.get(index), index)));
            }
        }
        List<T> answers = new ArrayList<>();
        Exception first = null;
        for (Future<T> future : futures) {
            try {
                answers.add(future.get());
            } catch (ExecutionException failed) {
                Exception failure = failed.getCause() instanceof Exception cause ? cause : failed;
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        switch (first) {
            case null -> {
                return answers;
            }
            case IOException failure -> throw failure;
            case InterruptedException interrupted -> throw interrupted;
            case RuntimeException mistake -> throw mistake;
            default -> throw new IllegalStateException(first);
        }
    }
}
