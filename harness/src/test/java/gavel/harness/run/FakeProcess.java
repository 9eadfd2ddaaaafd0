package gavel.harness.run;

import gavel.harness.platform.local.host.HostProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A process that exists on paper; it tells the host's diary when it is stopped. */
public final class FakeProcess implements HostProcess {
    private final FakeHost host;
    private final String name;
    private final String tier;
    private final long pid;
    private boolean alive = true;
    private boolean stopped;

    public FakeProcess(FakeHost host, String name, String tier, long pid) {
        this.host = host;
        this.name = name;
        this.tier = tier;
        this.pid = pid;
    }

    public void die() {
        alive = false;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String tier() {
        return tier;
    }

    @Override
    public String host() {
        return host.name();
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public List<Long> pids() {
        return List.of(pid);
    }

    @Override
    public Path log() {
        return Path.of(name + ".log");
    }

    @Override
    public List<String> command() {
        return List.of(name);
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public boolean alive() {
        return alive;
    }

    @Override
    public OptionalInt exitCode() {
        return alive ? OptionalInt.empty() : OptionalInt.of(1);
    }

    @Override
    public void signal(String signal, boolean everything) {
        host.note("signal " + signal + " " + name);
        stopped = signal.equals("STOP");
    }

    @Override
    public boolean stopped() {
        return stopped;
    }

    @Override
    public void kill() {
        host.note("kill " + name);
        alive = false;
    }

    @Override
    public boolean stop(Duration grace) {
        if (alive) {
            host.note("stop " + name);
        }
        alive = false;
        return true;
    }
}
