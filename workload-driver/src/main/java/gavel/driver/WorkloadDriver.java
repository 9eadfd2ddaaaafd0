package gavel.driver;

import gavel.driver.api.LoadGenerator;
import gavel.driver.command.DriverCommand;
import gavel.driver.command.DriverParts;

/** Puts the driver's parts together and runs its command line. */
public final class WorkloadDriver {
    private WorkloadDriver() {}

    public static void main(String[] args) {
        System.exit(DriverCommand.line(new Parts()).execute(args));
    }

    private static final class Parts implements DriverParts {
        @Override
        public LoadGenerator generator() {
            throw new UnsupportedOperationException("simulated users come with their own branch");
        }

        @Override
        public String describe(String profile, boolean calibrate) {
            throw new UnsupportedOperationException("profiles come with their own branch");
        }
    }
}
