package gavel.harness.deployment;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.file.Directories;
import gavel.harness.platform.local.host.Mounts;
import gavel.harness.platform.local.host.ProcessRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The one directory everything of a deployment belongs to: settings, secrets, logs, data, and the records of its processes. */
public record RunDirectory(Path path) {
    public String name() {
        return path.getFileName().toString();
    }

    public Path settings(String file) {
        return path.resolve("settings").resolve(file);
    }

    public Path secrets() {
        return path.resolve("secrets.json");
    }

    public Path state() {
        return path.resolve("deployment.json");
    }

    /** When its state was written last; 0 where there is none. */
    public long changedMillis() {
        return state().toFile().lastModified();
    }

    public Path configuration() {
        return path.resolve("configuration.yaml");
    }

    public Path logs() {
        return path.resolve("logs");
    }

    public Path log(String process) {
        return logs().resolve(process + ".log");
    }

    public Path processes() {
        return path.resolve("processes");
    }

    /** What a process was started with. */
    public Path started(String process) {
        return path.resolve("started").resolve(process + ".json");
    }

    public Path data(String service) {
        return path.resolve("data").resolve(service);
    }

    /** The directory of its pictures, or a link to it. */
    public Path images() {
        return data("images");
    }

    /** Where an NFS export is mounted for its pictures, as the kernel names it. */
    public Path mount() throws IOException {
        return path.toRealPath().resolve("nfs");
    }

    /** What the name begins with of a directory it makes outside of its own. */
    public String prefixElsewhere() {
        return "gavel-" + name() + "-";
    }

    /** Where temporary files of its processes go, so that none is left elsewhere. */
    public Path temporary() {
        return path.resolve("tmp");
    }

    public void create() {
        try {
            for (Path directory : new Path[] {path.resolve("settings"), logs(), path.resolve("data"), temporary()}) {
                Files.createDirectories(directory);
            }
        } catch (IOException e) {
            throw new EnvironmentException(
                    "cannot create the run directory " + path + ": " + e.getMessage()
                            + "; choose a place that can be written and has space",
                    e);
        }
    }

    /**
     * Removes it with everything in it; a file that vanishes meanwhile is no problem. Goes no further than a link, but for the directory of
     * its own that its pictures may have elsewhere, and never beyond a mount.
     *
     * @return what the user should know
     */
    public List<String> delete() {
        if (!Files.exists(path)) {
            return List.of();
        }
        try {
            Path pictures = Files.isSymbolicLink(images()) ? Files.readSymbolicLink(images()) : null;
            boolean own = pictures != null && pictures.getFileName().toString().startsWith(prefixElsewhere());
            // A process that touches a mount whose server is away waits for it.
            Path real = path.toRealPath();
            List<String> remarks = new ArrayList<>(Mounts.release(real, own ? pictures : null));
            new ProcessRecords(processes())
                    .unreadable()
                    .forEach(file -> remarks.add("the record of a process could not be read: if "
                            + file.getFileName().toString().replace(".json", "")
                            + " of this deployment still runs, end it yourself (ps names " + path + ")"));
            List<Mounts.Mount> left = Mounts.now().below(real);
            if (!left.isEmpty()) {
                throw new EnvironmentException(
                        path + " is not removed, as there is something mounted below it: "
                                + left.getFirst().point(),
                        remarks,
                        null);
            }
            if (own && Files.exists(pictures)) {
                Directories.delete(pictures.toRealPath());
            }
            Directories.delete(path);
            return remarks;
        } catch (IOException | UncheckedIOException e) {
            throw new EnvironmentException("cannot remove " + path + ": " + e.getMessage(), e);
        }
    }
}
