package gavel.harness.tier.front;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.metrics.ServerUse;
import gavel.harness.config.WebServerSettings.Implementation;

class NginxIT extends WebServerContract {
    @Override
    Implementation kind() {
        return Implementation.NGINX;
    }

    @Override
    void describesItself(ServerUse use) {
        assertThat(use.deltas()).containsEntry("connectionsDropped", 0L);
        assertThat(use.most().get("connections")).isPositive();
    }
}
