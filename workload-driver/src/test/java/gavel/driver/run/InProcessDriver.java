package gavel.driver.run;

import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoopCapacity;
import gavel.driver.command.DriverCommand;
import gavel.driver.command.DriverParts;
import gavel.driver.http.ClientSettings;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.LoopThread;
import gavel.driver.loop.Transport;
import gavel.driver.profile.ProfileReader;
import gavel.driver.stub.StubServer;
import io.netty.channel.local.LocalAddress;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;

/**
 * The driver's own command line with the stub inside the process instead of a target: {@code USERS CPU run …}. All that is the driver's
 * stays where it was started; the stub's one thread goes to the CPU named first.
 */
final class InProcessDriver {
    private InProcessDriver() {}

    public static void main(String[] arguments) throws Exception {
        int auctions = ProfileReader.read("liveauction").auctions().running(Integer.parseInt(arguments[0]));
        EngineLoop serverLoop = new EngineLoop(0, Transport.IN_PROCESS, System::nanoTime);
        pin(serverLoop.thread(), arguments[1]);
        try (StubServer stub = StubServer.midLife(serverLoop, new LocalAddress(InProcessDriver.class), auctions)) {
            String[] command = Arrays.copyOfRange(arguments, 2, arguments.length);
            int code = DriverCommand.line(new Parts((LocalAddress) stub.localAddress()))
                    .execute(command);
            System.out.printf(
                    "%d requests, %.2f CPU seconds of its loop%n",
                    stub.requests(), stub.thread().times().ranNanos() / 1e9);
            System.exit(code);
        }
    }

    private static void pin(LoopThread thread, String cpu) throws IOException, InterruptedException {
        String id = thread.schedstat().getParent().getFileName().toString();
        int code = new ProcessBuilder("taskset", "-cp", cpu, id)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("taskset could not move thread " + id + " to CPU " + cpu);
        }
    }

    private record Parts(LocalAddress stub) implements DriverParts {
        @Override
        public LoadAgent generator() {
            return new LocalLoadGenerator(
                    InstantSource.system(),
                    System::nanoTime,
                    new FrontDoor() {
                        @Override
                        public Transport transport() {
                            return Transport.IN_PROCESS;
                        }

                        @Override
                        public HttpClient client(EngineLoop loop, LoadSpec spec, ClientSettings settings) {
                            return HttpClient.inProcess(loop, stub, settings);
                        }
                    },
                    new LoadHistory(),
                    new ProcessWarmUp());
        }

        @Override
        public String describe(String profile, boolean calibrate) {
            throw new IllegalArgumentException("this driver only runs");
        }

        @Override
        public LoopCapacity capacity(Duration measured) {
            throw new IllegalArgumentException("this driver only runs");
        }
    }
}
