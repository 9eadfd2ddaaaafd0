package gavel.harness.tier.front;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.metrics.ServerUse;
import gavel.harness.config.WebServerSettings.Implementation;

class CaddyIT extends WebServerContract {
    @Override
    Implementation kind() {
        return Implementation.CADDY;
    }

    @Override
    boolean keepsPictures() {
        return false;
    }

    /** Version 2.6 has no body left for a second try. */
    @Override
    boolean repeatsBids() {
        return false;
    }

    @Override
    void describesItself(ServerUse use) {
        assertThat(use.deltas().get("requests")).isNotNegative();
        assertThat(use.most()).containsKey("inFlight");
    }
}
