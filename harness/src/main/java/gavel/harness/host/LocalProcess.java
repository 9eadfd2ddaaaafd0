package gavel.harness.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process of this machine, named by pid and start time. Any thread may use it. */
final class LocalProcess implements HostProcess {
    private static final Duration FORCED = Duration.ofSeconds(10);
    private final ProcessRecord entry;
    private final Path log;
    private final ProcFiles proc;
    private final Process child;
    private final Runnable onStopped;

    /** {@code child} is null for a process found again by its record. */
    LocalProcess(ProcessRecord entry, Path log, ProcFiles proc, Process child, Runnable onStopped) {
        this.entry = entry;
        this.log = log;
        this.proc = proc;
        this.child = child;
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
    public boolean alive() {
        return proc.startTicks(entry.pid()).orElse(-1) == entry.startTicks();
    }

    @Override
    public OptionalInt exitCode() {
        return child == null || child.isAlive() ? OptionalInt.empty() : OptionalInt.of(child.exitValue());
    }

    @Override
    public boolean stop(Duration grace) {
        boolean gentle = true;
        if (alive()) {
            // Descendants are noted before the parent ends: afterwards nobody knows whose they were.
            List<ProcessHandle> descendants =
                    handle().map(top -> top.descendants().toList()).orElse(List.of());
            handle().ifPresent(ProcessHandle::destroy);
            gentle = ended(grace);
            if (!gentle) {
                handle().ifPresent(ProcessHandle::destroyForcibly);
                ended(FORCED);
            }
            // What the parent left behind has lost its master: nothing can wait for it any more.
            descendants.stream().filter(ProcessHandle::isAlive).forEach(ProcessHandle::destroyForcibly);
        }
        onStopped.run();
        return gentle;
    }

    private Optional<ProcessHandle> handle() {
        return alive() ? ProcessHandle.of(entry.pid()) : Optional.empty();
    }

    private boolean ended(Duration timeout) {
        boolean interrupted = Thread.interrupted();
        try {
            CompletableFuture<?> exit = handle().<CompletableFuture<?>>map(ProcessHandle::onExit)
                    .orElse(CompletableFuture.completedFuture(null));
            exit.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException expected) {
            return !alive();
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for " + entry, e);
        } catch (InterruptedException e) {
            interrupted = true;
            return !alive();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
