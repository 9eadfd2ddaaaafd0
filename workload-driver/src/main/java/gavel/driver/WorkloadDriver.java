package gavel.driver;

import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoopCapacity;
import gavel.driver.command.DriverCommand;
import gavel.driver.command.DriverParts;
import gavel.driver.profile.Description;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.run.LoadHistory;
import gavel.driver.run.LocalLoadGenerator;
import gavel.driver.run.ProcessWarmUp;
import gavel.driver.simulation.Simulation;
import gavel.driver.warmup.CapacityTrial;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;

/** Puts the driver's parts together and runs its command line. */
public final class WorkloadDriver {
    private static final Duration COMPILING = Duration.ofSeconds(5);

    private WorkloadDriver() {}

    public static void main(String[] args) {
        Locale.setDefault(Locale.US);
        // Without a main thread the others would keep a process that does nothing.
        Thread.currentThread().setUncaughtExceptionHandler((thread, defect) -> {
            thread.getThreadGroup().uncaughtException(thread, defect);
            Runtime.getRuntime().halt(3);
        });
        System.exit(DriverCommand.line(new Parts()).execute(args));
    }

    private static final class Parts implements DriverParts {
        private final LoadHistory history = new LoadHistory();
        private final ProcessWarmUp warmUp = new ProcessWarmUp();

        @Override
        public LoadAgent generator() {
            return new LocalLoadGenerator(InstantSource.system(), System::nanoTime, history, warmUp);
        }

        @Override
        public String describe(String profile, boolean calibrate) throws IOException {
            Profile read = ProfileReader.read(profile);
            String description = Description.of(read);
            return calibrate
                    ? description + "\n"
                            + Simulation.calibrate(read, 1_000, 600, 1_800, 1).text()
                    : description;
        }

        @Override
        public LoopCapacity capacity(Duration measured) throws IOException, InterruptedException {
            return CapacityTrial.run(COMPILING, measured, System::nanoTime);
        }
    }
}
