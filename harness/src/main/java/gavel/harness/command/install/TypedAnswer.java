package gavel.harness.command.install;

import gavel.harness.failure.InterruptedRunException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Whether the user types yes. No answer for ten minutes, or no terminal, is a no. A read cannot be interrupted, so a thread
 * of its own is left with it.
 */
public record TypedAnswer(InputStream input) implements BooleanSupplier {
    private static final int MINUTES = 10;
    private static final int LONGEST = 80;

    @Override
    public boolean getAsBoolean() {
        CompletableFuture<String> typed = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("answer").start(() -> typed.complete(line()));
        try {
            return typed.get(MINUTES, TimeUnit.MINUTES)
                    .strip()
                    .toLowerCase(Locale.ROOT)
                    .matches("y|yes");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedRunException("nothing was installed yet");
        } catch (ExecutionException | TimeoutException noAnswer) {
            return false;
        }
    }

    private String line() {
        StringBuilder line = new StringBuilder();
        try {
            for (int c = input.read(); c >= 0 && c != '\n' && line.length() < LONGEST; c = input.read()) {
                line.append((char) c);
            }
        } catch (IOException closed) {
            return "";
        }
        return line.toString();
    }
}
