package gavel.harness.platform.ssh;

import gavel.harness.config.machine.MachineSettings;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Removal;
import gavel.harness.platform.hosts.SideBySide;
import gavel.harness.platform.ssh.SshPlatforms.Attempt;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Says what other machines hold of a deployment, and takes it away from those that answer.
 *
 * @param directory of the deployment on each of them
 */
record FarRemoval(Sites sites, String directory) {
    /** What one machine said when it was to give up what it holds. */
    private record Outcome(List<String> remarks, List<HostRemains> left) {}

    List<HostRemains> remains() {
        return SideBySide.all(sites.given().reach(sites.holding(), sites.directory()), attempt -> {
            if (attempt.host() == null) {
                return remembered(attempt.settings(), attempt.reason());
            }
            try {
                FarSite site = sites.site(attempt.host());
                HostRemains there = site.far().remains(site.order());
                return new HostRemains(site.name(), "", there.processes(), there.directory());
            } catch (EnvironmentException lost) {
                return remembered(attempt.settings(), lost.getMessage());
            }
        });
    }

    private HostRemains remembered(MachineSettings machine, String reason) {
        return new HostRemains(machine.name(), reason, sites.memory().holding(machine.name()), directory);
    }

    /** @param near what this machine keeps goes when the others hold nothing any more */
    Removal remove(Platform near) {
        List<String> remarks = new ArrayList<>();
        List<HostRemains> left = new ArrayList<>();
        remarks.addAll(sites.power().restore(sites.holding()));
        SideBySide.all(sites.given().reach(sites.holding(), sites.directory()), this::remove)
                .forEach(outcome -> {
                    remarks.addAll(outcome.remarks());
                    left.addAll(outcome.left());
                });
        remarks.addAll(switchOff());
        if (left.isEmpty()) {
            Removal here = near.remove();
            remarks.addAll(here.remarks());
            left.addAll(here.left());
        }
        return new Removal(remarks, left);
    }

    private Outcome remove(Attempt attempt) {
        String name = attempt.settings().name();
        if (attempt.host() == null) {
            return new Outcome(List.of(), List.of(remembered(attempt.settings(), attempt.reason())));
        }
        try {
            FarSite site = sites.site(attempt.host());
            List<String> remarks =
                    new ArrayList<>(site.far().remove(site.order()).remarks());
            forget(name);
            forgetOldBuilds(site, remarks);
            return new Outcome(
                    remarks.stream()
                            .map(remark -> "host " + name + ": " + remark)
                            .toList(),
                    List.of());
        } catch (EnvironmentException lost) {
            return new Outcome(List.of(), List.of(remembered(attempt.settings(), lost.getMessage())));
        }
    }

    /** What the deployment held is gone by now, whatever becomes of them. */
    private void forgetOldBuilds(FarSite site, List<String> remarks) {
        try {
            sites.given().forgetOldBuilds(site.host());
        } catch (EnvironmentException e) {
            remarks.add("old programs of Gavel stay: " + e.getMessage());
        }
    }

    /** On a full disk it stays remembered: what is there no more can be removed again, and the disk has room only when this is over. */
    private void forget(String machine) {
        try {
            sites.memory().removed(machine);
        } catch (EnvironmentException full) {
            // It goes with the run directory.
        }
    }

    /** Those that were off before and hold nothing any more. */
    private List<String> switchOff() {
        if (sites.keepsOn()) {
            return List.of();
        }
        List<String> remarks = Collections.synchronizedList(new ArrayList<>());
        List<String> holding = sites.memory().machines();
        List<MachineSettings> free = sites.ground().machines().stream()
                .filter(machine -> !holding.contains(machine.name()))
                .toList();
        List<String> staying = sites.power().off(free, line -> remarks.add("host " + line));
        remarks.addAll(staying);
        return remarks;
    }
}
