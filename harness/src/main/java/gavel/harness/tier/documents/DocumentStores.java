package gavel.harness.tier.documents;

import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.config.DocumentSettings;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.host.HostProcess;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.Service;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.server.Program;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The document store of a deployment, where it has processes of its own. */
public final class DocumentStores implements Service {
    /** The process whose data end with it. */
    public static final String IN_MEMORY = DocumentServer.NAME;

    public static final DocumentStores NONE = new DocumentStores(null);
    private final DocumentStore store;

    private DocumentStores(DocumentStore store) {
        this.store = store;
    }

    /** That of a deployment that runs already. */
    public static DocumentStores found(Deployment deployment, List<HostProcess> running) {
        Optional<? extends DocumentStore> found =
                switch (deployment.configuration().documents().implementation()) {
                    case SERVER -> DocumentServer.found(deployment, running);
                    case MONGODB -> MongoDb.found(deployment, running);
                    case EMBEDDED, EXTERNAL -> Optional.<DocumentStore>empty();
                };
        return new DocumentStores(found.orElse(null));
    }

    /** This with what is missing, ready. */
    public DocumentStores started(Deployment deployment, Installation installation, Timekeeper time)
            throws IOException, InterruptedException {
        return new DocumentStores(
                switch (deployment.configuration().documents().implementation()) {
                    case SERVER -> store == null ? DocumentServer.start(deployment, installation, time) : store;
                    case MONGODB -> MongoDb.started(deployment, installation, time, processes());
                    case EMBEDDED, EXTERNAL -> null;
                });
    }

    /** Programs a configuration needs on the machine. */
    public static List<Program> needed(Configuration configuration) {
        DocumentSettings documents = configuration.documents();
        if (!documents.mongodb()) {
            return List.of();
        }
        return documents.sharded() ? List.of(Program.MONGOD, Program.MONGOS) : List.of(Program.MONGOD);
    }

    /** By tier. */
    public Map<String, String> versions() {
        return store == null ? Map.of() : Map.of(Tiers.DOCUMENTS, store.version());
    }

    @Override
    public List<HostProcess> processes() {
        return store == null ? List.of() : store.processes();
    }

    @Override
    public List<Instance> instances() {
        return store == null ? List.of() : store.instances();
    }
}
