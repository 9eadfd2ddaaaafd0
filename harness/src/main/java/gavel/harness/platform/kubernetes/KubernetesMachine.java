package gavel.harness.platform.kubernetes;

import gavel.harness.config.placement.Partition;
import gavel.harness.platform.Machine;
import gavel.harness.platform.OnThisMachine;
import java.util.List;

/**
 * A cluster before anything runs there: its nodes are not known yet, and only missing rights keep a deployment from it. Operations without a host
 * are done on this machine.
 */
record KubernetesMachine(Machine here, Kubectl kubectl, boolean replicated) implements OnThisMachine {
    @Override
    public List<String> obstacles(List<Partition> parts) {
        return new Rights(kubectl, replicated).problems();
    }

    /** Each pod has all of them. */
    @Override
    public boolean portFree(int port) {
        return true;
    }
}
