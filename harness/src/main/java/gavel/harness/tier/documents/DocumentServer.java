package gavel.harness.tier.documents;

import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.MongoStatistics;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.embedded.EmbeddedServices;
import gavel.harness.embedded.EmbeddedSpec;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.JavaCommand;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.mongo.MongoCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * A stand-in for MongoDB where there is none: the store that is embedded else, as a process of its own, so that its CPU and memory are counted
 * as a tier and a host can hold it. It speaks MongoDB's protocol, and keeps everything in memory as long as it lives.
 */
final class DocumentServer implements DocumentStore {
    static final String NAME = "document-server";
    static final String TITLE = "document server in memory";
    private static final Duration READY = Duration.ofSeconds(60);
    private final Deployment deployment;
    private final HostProcess server;

    private DocumentServer(Deployment deployment, HostProcess server) {
        this.deployment = deployment;
        this.server = server;
    }

    static DocumentServer start(Deployment deployment, Installation installation, Timekeeper time)
            throws IOException, InterruptedException {
        RunDirectory directory = deployment.directory();
        Host host = deployment.host(Tiers.DOCUMENTS, 0);
        int port = deployment.ports().documents();
        Path file = directory.settings(NAME + ".json");
        EmbeddedSpec spec = new EmbeddedSpec(
                host.address(),
                host.network(),
                null,
                null,
                new EmbeddedSpec.Documents(
                        port,
                        directory.data("documents").toString(),
                        MongoCluster.APPLICATION,
                        deployment.secrets().documents()),
                directory.settings(NAME + "-state.json").toString(),
                deployment.temporary());
        deployment.host().put(file, new JsonMapper().writeValueAsString(spec), true);
        JavaCommand java = new JavaCommand(
                installation.java(),
                deployment.sizing().documentMemory(),
                directory.temporary(),
                JavaCommand.LARGE_HEAP);
        HostProcess server = host.start(new ProcessSpec(
                NAME,
                Tiers.DOCUMENTS,
                java.mainClass(installation.harnessJar(), EmbeddedServices.class, file.toString()),
                Map.of(),
                directory.path(),
                0,
                deployment.temporary()));
        time.awaitReady(host, server, () -> host.listening(port), READY);
        return new DocumentServer(deployment, server);
    }

    /** Of a deployment that is up already. */
    static Optional<DocumentServer> found(Deployment deployment, List<HostProcess> running) {
        return running.stream()
                .filter(process -> process.name().equals(NAME))
                .findFirst()
                .map(process -> new DocumentServer(deployment, process));
    }

    @Override
    public String version() {
        return TITLE;
    }

    @Override
    public List<HostProcess> processes() {
        return List.of(server);
    }

    @Override
    public List<Instance> instances() {
        return List.of(Instance.of(Tiers.DOCUMENTS, NAME, server.pid())
                .reporting(new MongoStatistics(
                        DataAddresses.of(deployment).documentsUri(), TITLE + ", speaking as MongoDB")));
    }
}
