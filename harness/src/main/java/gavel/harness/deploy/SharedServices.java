package gavel.harness.deploy;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import gavel.harness.collect.Collector;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.RunningInstance;
import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.mongo.MongoCluster;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.Quoting;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Stage;
import gavel.harness.topology.Step;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.Document;

/**
 * The data services of one deployment that others use: started alone, without servers before them. Each guest gets an account of its own with
 * data that no other guest can read. Held by one thread, but for the collector.
 */
public final class SharedServices implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;

    private final Deployment deployment;
    private final RunningTopology running;
    private final List<String> tiers;

    /** @param tiers that are shared */
    public SharedServices(Deployment deployment, Platforms platforms, List<String> tiers) {
        this.deployment = deployment;
        this.running = new RunningTopology(deployment, platforms);
        this.tiers = List.copyOf(tiers);
    }

    public void start(Consumer<String> lines) throws IOException, InterruptedException {
        running.attach();
        running.platform().prepare(lines);
        running.start(running.topology().at(Stage.DATA).stream()
                .filter(instance -> tiers.contains(instance.tier()))
                .toList());
    }

    /**
     * Gives one more deployment what it needs to use them.
     *
     * @param guest of letters and digits, the first of them a letter
     * @return the settings it uses them by
     */
    public List<SettingOverride> admit(String guest) throws IOException, InterruptedException {
        for (Tier tier : Topologies.TIERS) {
            Optional<Step> admission =
                    tiers.contains(tier.name()) ? tier.admission(running.context(), guest) : Optional.empty();
            if (admission.isPresent()) {
                running.platform().perform(admission.get(), first(tier.name()).spec());
            }
        }
        running.platform()
                .write(
                        "",
                        FileSpec.secret(
                                GuestAccess.password(guest), Secret.guest(guest).reference()));
        if (tiers.contains(Tiers.DOCUMENTS)) {
            admitToDocuments(guest);
        }
        return access(guest);
    }

    /** The settings by which one that was admitted uses them. */
    public List<SettingOverride> access(String guest) {
        return GuestAccess.overrides(
                deployment.configuration(),
                DataAddresses.of(running.context()),
                tiers,
                guest,
                deployment.directory().path().toAbsolutePath());
    }

    private RunningInstance first(String tier) {
        // The first that has an account to give: beside the nodes of a broker there is what tells where they are.
        return running.of(tier).getLast();
    }

    private void admitToDocuments(String guest) throws IOException {
        String uri = Secret.resolve(
                DataAddresses.of(running.context()).documentsUri(),
                Quoting.PLAIN,
                name -> running.value(new Secret(name)));
        String patient = uri + "&serverSelectionTimeoutMS=" + TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS);
        try (MongoClient client = MongoClients.create(patient)) {
            client.getDatabase("admin")
                    .runCommand(new Document("createUser", guest)
                            .append("pwd", running.value(Secret.guest(guest)))
                            .append("roles", List.of(new Document("role", "readWrite").append("db", guest))));
        } catch (MongoException e) {
            throw new EnvironmentException("the document store gave no account to " + guest + ": " + e.getMessage(), e);
        }
        String socket = running.context().address(Tiers.DOCUMENTS, 0) + ":"
                + running.context().ports().documents();
        running.platform()
                .write(
                        "",
                        FileSpec.secret(
                                GuestAccess.uri(guest),
                                MongoCluster.uri(guest, Secret.guest(guest).reference(), socket)));
    }

    /** Brings the CPU limits of their hosts into force: a start needs more than the work. */
    public void limit() {
        running.platform().limitCpu(true);
    }

    /** Cores that all instances of a tier may use together; 0 where they have no limit. */
    public double cores(String tier) {
        return deployment
                .placement()
                .cpuOf(running.of(tier).stream()
                        .map(instance -> instance.spec().host())
                        .toList());
    }

    /** Watches them from now on. */
    public Collector watch() {
        return running.platform().collector(running.watched());
    }

    /** Stops and removes them, with all data of all guests. Nothing of them is used after it. */
    @Override
    public void close() {
        running.stop();
        running.platform().remove();
    }
}
