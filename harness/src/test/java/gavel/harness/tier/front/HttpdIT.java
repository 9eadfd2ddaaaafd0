package gavel.harness.tier.front;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.metrics.ServerUse;
import gavel.harness.config.WebServerSettings.Implementation;

class HttpdIT extends WebServerContract {
    @Override
    Implementation kind() {
        return Implementation.HTTPD;
    }

    @Override
    void describesItself(ServerUse use) {
        assertThat(use.deltas().get("requests")).isPositive();
        assertThat(use.most()).containsEntry("openLimit", 5L * 256);
        assertThat(use.most().get("open")).as("the one that is asked").isPositive();
    }
}
