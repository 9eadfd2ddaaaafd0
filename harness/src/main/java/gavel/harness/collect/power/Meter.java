package gavel.harness.collect.power;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A program of the user that prints the watts drawn now, a number on its first line. It gets no arguments and three seconds. */
record Meter(String program) {
    private static final int MOST_BYTES = 4_096;
    private static final long SECONDS = 3;
    private static final double MOST_WATTS = 1e7;

    /** @param problem empty where watts were read */
    record Reading(double watts, String problem) {}

    Reading read() throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(program)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return new Reading(0, "it cannot be started: " + e.getMessage());
        }
        try (InputStream out = process.getInputStream()) {
            process.getOutputStream().close();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                return new Reading(0, "it did not end within " + SECONDS + " s");
            }
            // What it has left running may keep its output open for ever.
            return parsed(new String(out.readNBytes(Math.min(MOST_BYTES, out.available())), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return new Reading(0, "its output cannot be read: " + e.getMessage());
        } finally {
            process.destroyForcibly();
        }
    }

    private static Reading parsed(String said) {
        String first = said.lines().findFirst().orElse("").strip();
        try {
            double watts = Double.parseDouble(first);
            return watts >= 0 && watts <= MOST_WATTS
                    ? new Reading(watts, "")
                    : new Reading(0, "its first line is no power in watts: " + first);
        } catch (NumberFormatException e) {
            return new Reading(0, "its first line is no number: " + first);
        }
    }
}
