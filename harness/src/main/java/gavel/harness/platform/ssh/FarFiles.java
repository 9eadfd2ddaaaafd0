package gavel.harness.platform.ssh;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.hosts.SideBySide;
import gavel.harness.platform.ssh.far.FarHost.KeptFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Brings logs and outputs of other machines to this one. */
final class FarFiles {
    private static final long MOST = 256L << 20;
    private static final String LOGS = "logs";
    private static final String NAME = "\\w[\\w.-]{0,119}(/\\w[\\w.-]{0,119}){0,3}";

    /** Directories of this machine by those of a deployment on the others. */
    private final Map<String, Path> places = new LinkedHashMap<>();

    FarFiles(Path runDirectory) {
        places.put(LOGS, runDirectory.resolve(LOGS));
    }

    /** Where files are written far away that are to be in a directory here; below the run directory. */
    String output(Path here) {
        String there = "outputs/" + places.size();
        places.put(there, here.toAbsolutePath());
        return there;
    }

    /**
     * @param reachable of the machines
     * @param holding names of those that have something
     * @param run directory of the deployment on each
     * @return what could not be had, in words
     */
    List<String> fetch(List<FarSite> reachable, List<String> holding, String run) {
        List<String> remarks = new ArrayList<>();
        holding.stream()
                .filter(name -> reachable.stream().noneMatch(site -> site.name().equals(name)))
                .forEach(name -> remarks.add("host " + name + " cannot be reached: its logs and outputs are missing"));
        SideBySide.all(reachable, site -> fetch(site, run)).forEach(remarks::addAll);
        return remarks;
    }

    private List<String> fetch(FarSite site, String run) throws InterruptedException {
        List<String> remarks = new ArrayList<>();
        for (Map.Entry<String, Path> place : places.entrySet()) {
            try {
                for (KeptFile file : site.far().files(site.order(), place.getKey())) {
                    fetch(site, file, place.getKey(), place.getValue(), run, remarks);
                }
            } catch (EnvironmentException | IOException e) {
                remarks.add(place.getKey() + " of host " + site.name() + " are missing: " + e.getMessage());
            }
        }
        return remarks;
    }

    private static void fetch(FarSite site, KeptFile file, String there, Path here, String run, List<String> remarks)
            throws IOException, InterruptedException {
        // A name comes from there, and is a path here.
        if (!file.path().startsWith(there + "/") || !file.path().matches(NAME)) {
            remarks.add("host " + site.name() + " has a file with an unexpected name: it stays there");
            return;
        }
        Path to = here.resolve(file.path().substring(there.length() + 1));
        Files.createDirectories(to.getParent());
        site.host().fetch(run + "/" + file.path(), to, MOST);
        if (file.bytes() > MOST) {
            remarks.add("host " + site.name() + ": only the first " + (MOST >> 20) + " MiB of " + file.path());
        }
    }
}
