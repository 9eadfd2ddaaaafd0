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
        return fetch(reachable, holding, run, false);
    }

    /** The same of machines that go. Another of the name begins its logs anew, and they come in the place of these: so a copy of each is kept. */
    List<String> fetchLast(List<FarSite> reachable, List<String> holding, String run) {
        return fetch(reachable, holding, run, true);
    }

    private List<String> fetch(List<FarSite> reachable, List<String> holding, String run, boolean last) {
        List<String> remarks = new ArrayList<>();
        holding.stream()
                .filter(name -> reachable.stream().noneMatch(site -> site.name().equals(name)))
                .forEach(name -> remarks.add("host " + name + " cannot be reached: its logs and outputs are missing"));
        SideBySide.all(reachable, site -> fetch(site, run, last)).forEach(remarks::addAll);
        return remarks;
    }

    private List<String> fetch(FarSite site, String run, boolean last) throws InterruptedException {
        List<String> remarks = new ArrayList<>();
        for (Map.Entry<String, Path> place : places.entrySet()) {
            List<KeptFile> files;
            try {
                files = site.far().files(site.order(), place.getKey());
            } catch (EnvironmentException e) {
                remarks.add(place.getKey() + " of host " + site.name() + " are missing: " + e.getMessage());
                continue;
            }
            for (KeptFile file : files) {
                try {
                    Path here = fetch(site, file, place.getKey(), place.getValue(), run, remarks);
                    if (last && here != null && place.getKey().equals(LOGS)) {
                        keep(here);
                    }
                } catch (EnvironmentException | IOException e) {
                    // One may have gone since the list was made; the others are there all the same.
                    remarks.add("host " + site.name() + ": " + file.path() + " is missing: " + e.getMessage());
                }
            }
        }
        return remarks;
    }

    /** Where it is here; null where it stays there. */
    private static Path fetch(FarSite site, KeptFile file, String there, Path here, String run, List<String> remarks)
            throws IOException, InterruptedException {
        // A name comes from there, and is a path here.
        if (!file.path().startsWith(there + "/")
                || !file.path().matches(NAME)
                || file.path().contains("..")) {
            remarks.add("host " + site.name() + " has a file with an unexpected name: it stays there");
            return null;
        }
        Path to = here.resolve(file.path().substring(there.length() + 1));
        Files.createDirectories(to.getParent());
        site.host().fetch(run + "/" + file.path(), to, MOST);
        if (file.bytes() > MOST) {
            remarks.add("host " + site.name() + ": only the first " + (MOST >> 20) + " MiB of " + file.path());
        }
        return to;
    }

    /** With the first number that is free. */
    private static void keep(Path log) throws IOException {
        String name = log.getFileName().toString().replaceFirst("\\.log$", "");
        int number = 1;
        while (Files.exists(log.resolveSibling(name + "-" + number + ".log"))) {
            number++;
        }
        Files.copy(log, log.resolveSibling(name + "-" + number + ".log"));
    }
}
