package gavel.harness.run.elastic;

import gavel.harness.elastic.Decider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A program of the user's decides. It gets a line of JSON on its standard input every five seconds and answers with a line that is a number
 * of servers.
 */
final class CommandDecider implements Decider {
    private static final double EVERY_SECONDS = 5;
    private static final int PATIENCE_SECONDS = 5;
    private static final int LONGEST_LINE = 100;
    private static final int MOST_LINES = 100;
    /** No line, and after the last one. */
    private static final String END = "\n";

    private final String program;
    private final Process process;
    private final OutputStream questions;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>(MOST_LINES);
    private volatile boolean over;

    private CommandDecider(String program, Process process) {
        this.program = program;
        this.process = process;
        this.questions = process.getOutputStream();
        Thread.ofVirtual().start(this::read);
    }

    /** @param program that a shell would start, with its arguments */
    static CommandDecider start(String program) throws IOException {
        Process process = new ProcessBuilder(List.of("/bin/sh", "-c", "exec " + program))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new CommandDecider(program, process);
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            for (int letter = lines.read(); letter >= 0; letter = lines.read()) {
                if (letter != '\n') {
                    if (line.length() <= LONGEST_LINE) {
                        line.append((char) letter);
                    }
                } else {
                    answers.offer(line.toString());
                    line.setLength(0);
                }
            }
        } catch (IOException ended) {
            // As good as its end.
        }
        over = true;
        answers.offer(END);
    }

    @Override
    public double everySeconds() {
        return EVERY_SECONDS;
    }

    @Override
    public int wanted(View view) throws IOException, InterruptedException {
        answers.clear();
        questions.write(String.format(
                        Locale.ROOT,
                        "{\"second\": %.1f, \"servers\": %d, \"users\": %d, \"cpuPercent\": %.1f}%n",
                        view.second(),
                        view.servers(),
                        view.users(),
                        view.cpuPercent())
                .getBytes(StandardCharsets.UTF_8));
        questions.flush();
        // One that answers and ends has answered.
        String answer = over
                ? Objects.requireNonNullElse(answers.poll(), END)
                : answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (answer == null) {
            throw new IOException(program + " gave no answer within " + PATIENCE_SECONDS
                    + " s; it has to flush each line, which languages keep back where they write to no terminal");
        }
        if (answer.equals(END)) {
            throw new IOException(program + " gave no answer: its output has ended");
        }
        try {
            return Integer.parseInt(answer.strip());
        } catch (NumberFormatException e) {
            throw new IOException(program + " must answer with a number of servers: " + answer, e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
