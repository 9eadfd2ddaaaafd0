package gavel.harness.topology;

import gavel.harness.config.Sizing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One instance of a tier, as a platform is to run it.
 *
 * @param name unique in the deployment
 * @param title of what it is, where no program tells; empty otherwise
 * @param host it runs on; empty for the machine itself
 * @param directories it keeps things in, below the run directory
 * @param ports it listens on, by what they are for; 0 for any that is free
 * @param needs instances that must be ready before it starts
 * @param inMemory whether what it holds is gone when it is
 * @param reload how it takes other files while it runs; null where it has to be started again
 * @param before to be done before each start
 * @param after to be done when it is ready
 * @param leave to be done before it ends while others go on; null where there is nothing
 */
public record InstanceSpec(
        String tier,
        String name,
        String title,
        String host,
        Launch launch,
        List<FileSpec> files,
        List<String> directories,
        Map<String, Integer> ports,
        Capacity capacity,
        Ready ready,
        Watch watch,
        Stage stage,
        Stop stop,
        boolean inMemory,
        List<String> needs,
        Reload reload,
        List<Step> before,
        List<Step> after,
        Step leave) {
    /**
     * What it takes of the machine.
     *
     * @param mebibytes 0 when unknown
     * @param heap of it; 0 where there is none
     */
    public record Capacity(long mebibytes, long heap) {
        public static final Capacity UNKNOWN = new Capacity(0, 0);
    }

    /** Which instance of which tier. */
    public record Id(String tier, String name) {}

    /** In which order instances are stopped: clients before the services they need. */
    public enum Stop {
        CLIENT,
        /** A service that has to take its leave of another. */
        SERVICE,
        LAST_SERVICE
    }

    public InstanceSpec {
        files = List.copyOf(files);
        directories = List.copyOf(directories);
        ports = Collections.unmodifiableMap(new LinkedHashMap<>(ports));
        needs = List.copyOf(needs);
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    public static Builder of(String tier, String name, Launch launch) {
        return new Builder(tier, name, launch);
    }

    /** Collects the parts of one instance. */
    public static final class Builder {
        private final String tier;
        private final String name;
        private final Launch launch;
        private String title = "";
        private String host = "";
        private final List<FileSpec> files = new ArrayList<>();
        private final List<String> directories = new ArrayList<>();
        private final Map<String, Integer> ports = new LinkedHashMap<>();
        private Capacity capacity = Capacity.UNKNOWN;
        private Ready ready = new Ready.AtOnce();
        private Watch watch = new Watch.Processes();
        private Stage stage = Stage.DATA;
        private Stop stop = Stop.CLIENT;
        private boolean inMemory;
        private Reload reload;
        private final List<String> needs = new ArrayList<>();
        private final List<Step> before = new ArrayList<>();
        private final List<Step> after = new ArrayList<>();
        private Step leave;

        private Builder(String tier, String name, Launch launch) {
            this.tier = tier;
            this.name = name;
            this.launch = launch;
        }

        public Builder titled(String words) {
            title = words;
            return this;
        }

        public Builder on(String itsHost) {
            host = itsHost;
            return this;
        }

        public Builder file(FileSpec file) {
            // A server that is also a client has the authority's file once.
            if (!files.contains(file)) {
                files.add(file);
            }
            return this;
        }

        public Builder directory(String path) {
            directories.add(path);
            return this;
        }

        public Builder port(String purpose, int port) {
            ports.put(purpose, port);
            return this;
        }

        public Builder memory(long mebibytes) {
            capacity = new Capacity(mebibytes, 0);
            return this;
        }

        /** Of a JVM. */
        public Builder heap(long mebibytes) {
            capacity = new Capacity(Sizing.process(mebibytes), mebibytes);
            return this;
        }

        public Builder ready(Ready condition) {
            ready = condition;
            return this;
        }

        public Builder watch(Watch how) {
            watch = how;
            return this;
        }

        public Builder stage(Stage when) {
            stage = when;
            return this;
        }

        public Builder stop(Stop turn) {
            stop = turn;
            return this;
        }

        public Builder inMemory() {
            inMemory = true;
            return this;
        }

        public Builder reload(Reload how) {
            reload = how;
            return this;
        }

        public Builder needs(List<String> instances) {
            needs.addAll(instances);
            return this;
        }

        public Builder before(Step step) {
            before.add(step);
            return this;
        }

        public Builder after(Step step) {
            after.add(step);
            return this;
        }

        public Builder leave(Step step) {
            leave = step;
            return this;
        }

        public InstanceSpec build() {
            return new InstanceSpec(
                    tier,
                    name,
                    title,
                    host,
                    launch,
                    files,
                    directories,
                    ports,
                    capacity,
                    ready,
                    watch,
                    stage,
                    stop,
                    inMemory,
                    needs,
                    reload,
                    before,
                    after,
                    leave);
        }
    }
}
