package gavel.harness.platform.local.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** A process of this machine, named by pid and start time. Any thread may use it. */
final class LocalProcess implements HostProcess {
    private static final Duration BEAT = Duration.ofMillis(20);
    private static final Duration FORCED = Duration.ofSeconds(10);
    private final ProcessRecord entry;
    private final Path log;
    private final ProcFiles proc;
    private final Process child;
    private final LongSupplier nanos;
    private final Runnable onStopped;

    /** {@code child} is null for a process found again by its record. */
    LocalProcess(ProcessRecord entry, Path log, ProcFiles proc, Process child, LongSupplier nanos, Runnable onStopped) {
        this.entry = entry;
        this.log = log;
        this.proc = proc;
        this.child = child;
        this.nanos = nanos;
        this.onStopped = onStopped;
    }

    @Override
    public String name() {
        return entry.name();
    }

    @Override
    public String tier() {
        return entry.tier();
    }

    @Override
    public String host() {
        return entry.host();
    }

    @Override
    public long pid() {
        return entry.pid();
    }

    @Override
    public List<Long> pids() {
        return alive() ? proc.tree(entry.pid()) : List.of();
    }

    @Override
    public Path log() {
        return log;
    }

    @Override
    public List<String> command() {
        return proc.words(entry.pid(), "cmdline");
    }

    @Override
    public Map<String, String> environment() {
        Map<String, String> own = new TreeMap<>();
        for (String variable : proc.words(entry.pid(), "environ")) {
            int equals = variable.indexOf('=');
            if (equals > 0 && !variable.substring(equals + 1).equals(System.getenv(variable.substring(0, equals)))) {
                own.put(variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        return own;
    }

    @Override
    public boolean alive() {
        OptionalLong start = proc.startTicks(entry.pid());
        // A process that ended before its start could be read is recorded without one, and is never alive again.
        return start.isPresent() && start.getAsLong() == entry.startTicks();
    }

    @Override
    public OptionalInt exitCode() {
        return child == null || child.isAlive() ? OptionalInt.empty() : OptionalInt.of(child.exitValue());
    }

    @Override
    public boolean stop(Duration grace) {
        boolean gentle = true;
        if (alive()) {
            // Descendants are noted before the parent ends: afterwards their parent is unknown.
            List<ProcessHandle> descendants =
                    handle().map(top -> top.descendants().toList()).orElse(List.of());
            ask();
            gentle = ended(entry.pid(), grace);
            if (!gentle) {
                handle().ifPresent(ProcessHandle::destroyForcibly);
                ended(entry.pid(), FORCED);
            }
            // What the parent left behind has lost its master: nothing waits for it any more.
            for (ProcessHandle orphan : descendants) {
                orphan.destroyForcibly();
                ended(orphan.pid(), FORCED);
            }
        }
        onStopped.run();
        return gentle;
    }

    @Override
    public void signal(String signal, boolean everything) throws IOException, InterruptedException {
        if (!alive()) {
            throw new IOException(entry.name() + " is not running");
        }
        // What was started meanwhile is found the second time, and nothing starts any more then.
        for (int round = 0; round < (everything ? 2 : 1); round++) {
            Process kill = sending(signal, everything ? pids() : List.of(entry.pid()));
            String said = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            // One of many may have ended by itself.
            if (kill.waitFor() != 0 && !everything) {
                throw new IOException(entry.name() + " could not be sent " + signal + ": " + said);
            }
        }
    }

    @Override
    public boolean stopped() {
        List<Long> pids = pids();
        return !pids.isEmpty() && pids.stream().allMatch(proc::stopped);
    }

    @Override
    public void kill() {
        handle().ifPresent(top -> {
            List<ProcessHandle> descendants = top.descendants().toList();
            top.destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
            ended(entry.pid(), FORCED);
            descendants.forEach(descendant -> ended(descendant.pid(), FORCED));
        });
        onStopped.run();
    }

    private void ask() {
        if (entry.signal().equals(ProcessRecord.USUAL_SIGNAL)) {
            handle().ifPresent(ProcessHandle::destroy);
            return;
        }
        try {
            sending(entry.signal(), List.of(entry.pid()));
        } catch (IOException e) {
            handle().ifPresent(ProcessHandle::destroy);
        }
    }

    /** By the shell's own command: images of containers have no program for it. */
    private static Process sending(String signal, List<Long> pids) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "kill -\"$0\" \"$@\"", signal));
        pids.forEach(pid -> command.add(Long.toString(pid)));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private Optional<ProcessHandle> handle() {
        return alive() ? ProcessHandle.of(entry.pid()) : Optional.empty();
    }

    /** Looks at the process table itself: a process whose parent does not ask for its exit code has ended all the same. */
    private boolean ended(long pid, Duration timeout) {
        long begun = nanos.getAsLong();
        boolean interrupted = false;
        while (proc.startTicks(pid).isPresent() && nanos.getAsLong() - begun < timeout.toNanos()) {
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(BEAT.toNanos());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return proc.startTicks(pid).isEmpty();
    }
}
