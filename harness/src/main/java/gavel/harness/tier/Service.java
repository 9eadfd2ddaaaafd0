package gavel.harness.tier;

import gavel.harness.collect.Instance;
import gavel.harness.host.HostProcess;
import java.util.List;

/** A started instance of a tier: what to watch and what to stop. */
public interface Service {
    /** Its processes, in the order they are to be stopped. */
    List<HostProcess> processes();

    /** What the collector watches. */
    List<Instance> instances();
}
