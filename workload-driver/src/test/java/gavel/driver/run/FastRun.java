package gavel.driver.run;

import gavel.driver.api.HttpVersion;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.stub.StubServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/** Runs the built-in profile at ten times the speed of people against a stub. */
record FastRun(Path directory, int users, int loops, LoadShape shape, HttpVersion http) {
    static final int FEW = 10;
    private static final ProcessWarmUp WARM_UP = new ProcessWarmUp();

    FastRun(Path directory, int users) {
        this(directory, users, 0);
    }

    FastRun(Path directory, int users, int loops) {
        this(directory, users, loops, LoadShape.CONSTANT);
    }

    FastRun(Path directory, int users, int loops, LoadShape shape) {
        this(directory, users, loops, shape, HttpVersion.HTTP_1);
    }

    /**
     * One that expects no number of bids. People who act ten times as often make the simulation of them take ten times as long, and no test
     * here asks how many bids there should have been.
     */
    static LocalLoadGenerator generator(InstantSource time) {
        LoadHistory history = new LoadHistory();
        history.changed();
        return new LocalLoadGenerator(time, System::nanoTime, history, WARM_UP);
    }

    LoadReport run(StubServer stub, long seed, Phases phases, Consumer<? super IntervalReport> seconds)
            throws IOException, InterruptedException {
        return run(stub, seed, phases, seconds, InstantSource.system());
    }

    LoadReport run(
            StubServer stub, long seed, Phases phases, Consumer<? super IntervalReport> seconds, InstantSource time)
            throws IOException, InterruptedException {
        LoadSpec spec = spec(stub, seed, phases);
        try (LocalLoadGenerator generator = generator(time)) {
            generator.prepare(spec);
            generator.start(Instant.now(), seconds::accept);
            return generator.awaitReport(Duration.ofMinutes(2));
        }
    }

    LoadSpec spec(StubServer stub, long seed, Phases phases) throws IOException {
        return spec(stub, seed, 5L * users, phases);
    }

    LoadSpec spec(StubServer stub, long seed, long accounts, Phases phases) throws IOException {
        return new LoadSpec(
                "test",
                List.of(stub.address()),
                null,
                profile().toString(),
                users,
                new Accounts("u%d@gavel.example", 1, accounts, "secret \"password\""),
                seed,
                phases,
                AgentShare.ALONE,
                new EngineSpec(loops, 0, 5_000, 10_000, 60_000, 0, http),
                directory.toString(),
                0,
                shape,
                0);
    }

    Path profile() throws IOException {
        try (InputStream in = LocalLoadGenerator.class.getResourceAsStream("/gavel/driver/profile/liveauction.yaml")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace(
                            "{mean: 5.0, deviation: 1.25, shortest: 2.5, longest: 7.5}",
                            "{mean: 0.5, deviation: 0.125, shortest: 0.25, longest: 0.75}")
                    .replace("backOff: {shortest: 5, longest: 10}", "backOff: {shortest: 0.5, longest: 1}");
            return Files.writeString(directory.resolve("fast.yaml"), text);
        }
    }
}
