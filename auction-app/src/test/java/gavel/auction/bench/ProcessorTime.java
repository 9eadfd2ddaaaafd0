package gavel.auction.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Seconds of processor time by who used them, of all on the machine as {@value #MACHINE}: since ever, or between two moments. */
record ProcessorTime(Map<String, Double> seconds) {
    static final String MACHINE = "machine";

    private static final Path STATISTICS = Path.of("/proc/stat");
    private static final double TICKS_PER_SECOND = 100;
    private static final int IDLE = 4;
    private static final int WAITING = 5;

    /** @param pids of processes by their name here; their children count too, but not those of this process, which all are */
    static ProcessorTime now(Map<String, Long> pids) throws IOException {
        Map<String, Double> seconds = new LinkedHashMap<>();
        pids.forEach((name, pid) -> seconds.put(name, used(pid)));
        String[] ticks = Files.readAllLines(STATISTICS).getFirst().split(" +");
        double busy = 0;
        for (int i = 1; i <= 8; i++) {
            busy += i == IDLE || i == WAITING ? 0 : Double.parseDouble(ticks[i]);
        }
        seconds.put(MACHINE, busy / TICKS_PER_SECOND);
        return new ProcessorTime(seconds);
    }

    private static double used(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(process -> process.equals(ProcessHandle.current())
                        ? Stream.of(process)
                        : Stream.concat(Stream.of(process), process.descendants()))
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToDouble(used -> used.toNanos() / 1e9)
                .sum();
    }

    ProcessorTime since(ProcessorTime earlier) {
        Map<String, Double> risen = new LinkedHashMap<>();
        seconds.forEach((name, used) -> risen.put(name, used - earlier.seconds.getOrDefault(name, 0.0)));
        return new ProcessorTime(risen);
    }

    /** What the machine did besides: its kernel's interrupts, and whoever else uses it. */
    double others() {
        double all = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
        return 2 * seconds.get(MACHINE) - all;
    }
}
