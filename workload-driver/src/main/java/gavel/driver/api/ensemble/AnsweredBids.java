package gavel.driver.api.ensemble;

import gavel.driver.api.AnsweredBidsFile;
import gavel.driver.api.LoadAgent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The answered bids of all agents in one file with one header. */
final class AnsweredBids {
    private AnsweredBids() {}

    static void merge(List<LoadAgent> agents, Path csv) throws IOException, InterruptedException {
        agents.getFirst().answeredBids(csv);
        Path part = Files.createTempFile("answered-bids", ".csv");
        try {
            for (LoadAgent agent : agents.subList(1, agents.size())) {
                agent.answeredBids(part);
                append(part, csv);
            }
        } finally {
            Files.delete(part);
        }
    }

    private static void append(Path part, Path csv) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(part);
                Writer file = new OutputStreamWriter(
                        new AnsweredBidsFile(csv, StandardOpenOption.APPEND), StandardCharsets.UTF_8)) {
            lines.readLine();
            lines.transferTo(file);
        }
    }
}
