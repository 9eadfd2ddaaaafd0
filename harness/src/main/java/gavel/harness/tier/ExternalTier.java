package gavel.harness.tier;

import gavel.harness.collect.metrics.MongoStatistics;
import gavel.harness.collect.metrics.RabbitManagement;
import gavel.harness.config.Configuration;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import gavel.harness.topology.Watch;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Data services that are not Gavel's: there is nothing to start or stop, and the only figures are their own, where the account of the
 * application may read them.
 */
public final class ExternalTier implements Tier {
    @Override
    public String name() {
        return "external";
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        Configuration configuration = context.configuration();
        DataAddresses addresses = DataAddresses.of(context);
        List<InstanceSpec> instances = new ArrayList<>();
        if (configuration.relational().external()) {
            instances.add(elsewhere(
                    Tiers.RELATIONAL,
                    "external-database",
                    configuration.relational().url(),
                    new Watch.Database(
                            addresses.databaseUrl(), addresses.databaseUser(), addresses.databasePassword())));
        }
        if (configuration.broker().external()) {
            String page = configuration.broker().managementUrl();
            String user = addresses.broker().username();
            instances.add(elsewhere(
                    Tiers.BROKER,
                    "external-broker",
                    configuration.broker().host(),
                    page == null
                            ? new Watch.Nothing()
                            : new Watch.Server((secrets, _) -> new RabbitManagement(
                                    URI.create(page), user, secrets.apply(Secret.EXTERNAL_BROKER.reference())))));
        }
        if (configuration.documents().external()) {
            instances.add(elsewhere(
                    Tiers.DOCUMENTS,
                    "external-documents",
                    configuration.documents().uriFile(),
                    new Watch.Server((secrets, _) ->
                            new MongoStatistics(secrets.apply(addresses.documentsUri()), "", "MongoDB"))));
        }
        return instances;
    }

    private static InstanceSpec elsewhere(String tier, String name, String address, Watch watch) {
        return InstanceSpec.of(tier, name, new Launch.Elsewhere(address))
                .titled(tier.equals(Tiers.RELATIONAL) ? "external" : "")
                .watch(watch)
                .build();
    }
}
