package gavel.harness.tier;

import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.MongoStatistics;
import gavel.harness.collect.metrics.RabbitManagement;
import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.host.HostProcess;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * The data services that are somebody else's: nothing to start or stop, and of what they do only what they say themselves, where the account
 * of the application may read it.
 */
public record ExternalServices(Deployment deployment) implements Service {
    @Override
    public List<HostProcess> processes() {
        return List.of();
    }

    @Override
    public List<Instance> instances() {
        Configuration configuration = deployment.configuration();
        DataAddresses addresses = DataAddresses.of(deployment);
        List<Instance> instances = new ArrayList<>();
        if (configuration.relational().external()) {
            instances.add(Instance.elsewhere(Tiers.RELATIONAL, "external-database")
                    .querying(addresses.databaseUrl(), addresses.databaseUser(), addresses.databasePassword()));
        }
        String management = configuration.broker().managementUrl();
        if (management != null) {
            instances.add(Instance.elsewhere(Tiers.BROKER, "external-broker")
                    .reporting(new RabbitManagement(
                            URI.create(management),
                            addresses.broker().username(),
                            addresses.broker().password())));
        }
        if (configuration.documents().external()) {
            instances.add(Instance.elsewhere(Tiers.DOCUMENTS, "external-documents")
                    .reporting(new MongoStatistics(addresses.documentsUri(), "MongoDB")));
        }
        return instances;
    }
}
