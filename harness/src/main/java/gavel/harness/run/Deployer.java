package gavel.harness.run;

import gavel.harness.collect.Instance;
import gavel.harness.config.Sizing;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.HostProcess;
import gavel.harness.http.Http;
import gavel.harness.tier.AppCommands;
import gavel.harness.tier.AppServer;
import gavel.harness.tier.DataServices;
import gavel.harness.tier.ExternalServices;
import gavel.harness.tier.Service;
import gavel.harness.tier.StartCache;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.documents.DocumentStores;
import gavel.harness.tier.front.Certificates;
import gavel.harness.tier.front.FrontServers;
import gavel.harness.tier.images.ImageDirectory;
import gavel.harness.tier.server.DataServers;
import gavel.harness.tier.server.RabbitMq;
import gavel.harness.verdict.Audit;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings the tiers of one deployment up, gives them data, and takes them down. Every step may be repeated: what is already as it should
 * be is left alone.
 */
public final class Deployer implements AutoCloseable {
    private static final String FIRST_ACCOUNT = "u1@gavel.example";
    private static final Duration GRACE = Duration.ofSeconds(15);
    private final Deployment deployment;
    private final Environment environment;
    private final Progress progress;
    private final AppCommands commands;
    private DataServices dataServices;
    private DataServers dataServers = DataServers.NONE;
    private DocumentStores documentStores = DocumentStores.NONE;
    private List<AppServer> appServers = List.of();
    private FrontServers frontServers = FrontServers.NONE;
    private boolean midLife;
    private long auctionsFromMillis;

    public Deployer(Deployment deployment, Environment environment, Progress progress) {
        this.deployment = deployment;
        this.environment = environment;
        this.progress = progress;
        this.commands = new AppCommands(deployment, environment.installation(), line -> environment
                .console()
                .status("  " + line));
    }

    /** Finds what is running already. */
    public void attach() {
        List<HostProcess> running =
                deployment.host().recorded().stream().filter(HostProcess::alive).toList();
        dataServices = DataServices.found(deployment, running).orElse(null);
        dataServers = DataServers.found(deployment, running);
        documentStores = DocumentStores.found(deployment, running);
        appServers = AppServer.found(deployment, running);
        frontServers = FrontServers.found(deployment, running);
    }

    /** Whether processes that keep data only as long as they run are not there any more. */
    private boolean memoryIsLost() {
        var configuration = deployment.configuration();
        return dataServices == null && configuration.anyEmbedded()
                || configuration.documents().server()
                        && documentStores.processes().isEmpty();
    }

    public void startDataServices() throws IOException, InterruptedException {
        progress.begin(Phase.DATA_SERVICES);
        if (deployment.loaded() != null && memoryIsLost()) {
            throw new EnvironmentException("the data services in memory of deployment " + deployment.name()
                    + " are not running any more, and its data went with them: `gavel down " + deployment.name()
                    + "` removes it, `gavel up` makes another");
        }
        deployment.host().divide(deployment.placement().hosts());
        // Servers start and the data are loaded at full speed.
        deployment.host().limitCpu(false);
        new ImageDirectory(deployment).prepare();
        // The slowest to start first; it becomes ready while the others do.
        dataServers = dataServers.started(deployment, environment.time());
        documentStores = documentStores.started(deployment, environment.installation(), environment.time());
        if (dataServices == null) {
            dataServices = DataServices.start(deployment, environment.installation(), environment.time());
        }
        dataServers.awaitReady(environment.time());
        progress.remark(String.join(", ", versions().values()));
        progress.done();
    }

    /**
     * Sees to it that the set is there, fits, and is as it was loaded.
     *
     * @param keep whether a used set stays as it is
     * @return what of a used set is damaged, beyond what a reset mends
     */
    public List<Audit.Invariant> prepareData(boolean keep) throws IOException, InterruptedException {
        LoadedSet set = deployment.loaded();
        int users = Sizing.setUsers(deployment.configuration());
        if (set != null && !set.fits(users, deployment.images())) {
            throw new EnvironmentException("the loaded set does not fit: it is for " + set.users() + " users with "
                    + set.images() + " images, needed are " + users + " with " + deployment.images()
                    + "; take a deployment of its own, or `gavel down` this one first");
        }
        progress.begin(Phase.DATA);
        List<Audit.Invariant> damage = List.of();
        if (set == null) {
            // For as many as it was made for: they may be more than the run that comes first has.
            int made = Sizing.setUsers(deployment.made());
            commands.load(made, deployment.made().load().seed());
            progress.remark("loaded for " + made + " users");
            requireUndamaged(train() ? commands.reset() : commands.verify());
            midLife = true;
        } else if (keep) {
            progress.remark("kept as they are");
        } else if (!set.clean() || !appServers.isEmpty()) {
            // Where servers run, lots went on: a minute without bidders, and all of them are new.
            stopAppServers();
            train();
            damage = commands.reset();
            progress.remark(damage.isEmpty() ? "reset" : "damaged");
            midLife = true;
        } else {
            progress.remark("unused since they were loaded");
        }
        progress.done();
        return damage;
    }

    /** Loads, resets or leaves the data as {@link #prepareData} does, and resets even an unused set. */
    public void resetData() throws IOException, InterruptedException {
        progress.begin(Phase.DATA);
        stopAppServers();
        requireUndamaged(commands.reset());
        progress.remark("reset");
        progress.done();
    }

    private static void requireUndamaged(List<Audit.Invariant> damage) {
        if (!damage.isEmpty()) {
            throw new EnvironmentException(
                    "the data set is not what was loaded",
                    damage.stream()
                            .flatMap(invariant -> invariant.examples().stream())
                            .toList(),
                    null);
        }
    }

    public Audit audit(Phase phase, List<Path> answered, Duration wait) throws IOException, InterruptedException {
        progress.begin(phase);
        Audit audit = commands.audit(answered, wait);
        progress.remark(audit.invariants().size() + " invariants, " + audit.violations() + " violations");
        progress.done();
        return audit;
    }

    public void startAppServers() throws IOException, InterruptedException {
        progress.begin(Phase.APP_SERVERS);
        List<AppServer> servers = new ArrayList<>();
        for (int i = 0; i < deployment.configuration().appServers().count(); i++) {
            AppServer running = running(AppServer.name(i));
            servers.add(running == null ? AppServer.start(deployment, environment.installation(), i) : running);
        }
        appServers = List.copyOf(servers);
        for (AppServer server : appServers) {
            server.awaitReady(environment.http(), environment.time());
            server.cacheRefusal().ifPresent(this::warnOfSlowStart);
        }
        auctionsFromMillis = midLife ? environment.time().instant().toEpochMilli() : 0;
        progress.remark(appServers.size() + " ready");
        progress.done();
    }

    /** When the auctions began to go on, with lots in mid-life; 0 when that was not within this command. */
    long auctionsFromMillis() {
        return auctionsFromMillis;
    }

    private void warnOfSlowStart(String why) {
        environment.console().line("! a server started slower, as its JVM refused the start cache: " + why);
    }

    private AppServer running(String name) {
        return appServers.stream()
                .filter(server -> server.processes().getFirst().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * Makes the start cache where there is none yet. The server that learns holds auctions meanwhile, so the data must be reset.
     *
     * @return whether a server was running
     */
    private boolean train() throws IOException, InterruptedException {
        StartCache cache = new StartCache(deployment, environment.installation());
        if (!cache.missing()) {
            return false;
        }
        if (!cache.make(environment.http(), environment.time())) {
            environment.console().line("  No start cache could be made: application servers start without one");
        }
        return true;
    }

    public void verify() throws IOException, InterruptedException {
        progress.begin(Phase.VERIFY);
        int asked = 0;
        Http http = environment.http().trusting(authority());
        for (URI door : frontDoors()) {
            asked += new FrontDoorCheck(http, door)
                    .check(FIRST_ACCOUNT, deployment.secrets().accounts());
        }
        progress.remark(asked + " answers checked");
        progress.done();
    }

    /** Puts web servers in front of them, and balancers in front of those, where there are to be some. */
    public void startFrontServers() throws IOException, InterruptedException {
        if (!deployment.configuration().encrypted()) {
            return;
        }
        progress.begin(Phase.FRONT_SERVERS);
        frontServers = frontServers.started(deployment, environment.installation(), environment.time());
        progress.remark(String.join(", ", frontServers.versions().values()));
        progress.done();
    }

    /** Brings the CPU limits of the hosts into force: last of all, because a start needs more than the work. */
    public void limit() {
        deployment.host().limitCpu(true);
    }

    /** Where people reach the application. */
    public List<URI> frontDoors() {
        return frontServers.doors().isEmpty()
                ? appServers.stream().map(AppServer::address).toList()
                : frontServers.doors();
    }

    /** Certificate of the authority behind the front door, as PEM text; null where nothing is encrypted. */
    public String authority() throws IOException {
        return frontServers.doors().isEmpty()
                ? null
                : Files.readString(Certificates.in(deployment).authority());
    }

    public List<AppServer> appServers() {
        return appServers;
    }

    /** Of the data services, by tier; empty before they run. */
    public Map<String, String> versions() {
        Map<String, String> versions = new LinkedHashMap<>();
        if (dataServices != null) {
            versions.put(Tiers.RELATIONAL, dataServices.databaseVersion());
            versions.putAll(dataServers.versions());
            versions.putAll(documentStores.versions());
            if (deployment.configuration().imageStore().isDirectory()) {
                versions.put(Tiers.IMAGE_STORE, new ImageDirectory(deployment).description());
            }
        }
        versions.putAll(frontServers.versions());
        return versions;
    }

    public List<Instance> instances() {
        List<Service> services = new ArrayList<>(appServers);
        if (dataServices != null) {
            services.addAll(List.of(dataServices, dataServers, documentStores));
            services.addAll(List.of(new ExternalServices(deployment), new ImageDirectory(deployment)));
        }
        services.add(frontServers);
        List<HostProcess> processes = deployment.host().recorded();
        return services.stream()
                .flatMap(service -> service.instances().stream())
                .map(instance -> instance.limitedTo(cpuLimit(instance, processes)))
                .toList();
    }

    /** Instances that share a host may each use all of it. */
    private double cpuLimit(Instance instance, List<HostProcess> processes) {
        return processes.stream()
                .filter(process -> process.pid() == instance.pid())
                .mapToDouble(process -> deployment.placement().cpuOf(process.host()))
                .findFirst()
                .orElse(0);
    }

    public void stopAppServers() {
        stop(deployment.host().recorded().stream()
                .filter(process -> process.tier().equals(Tiers.APP_SERVERS))
                .toList());
        appServers = List.of();
    }

    /** Stops everything the run directory remembers: clients before the services they need. Safe to call twice. */
    @Override
    public void close() {
        // An orderly end takes more CPU than the work, too.
        deployment.host().limitCpu(false);
        List<HostProcess> all = deployment.host().recorded();
        stop(all.stream().filter(process -> !isData(process)).toList());
        stop(all.stream().filter(Deployer::goesFirst).toList());
        stop(all.stream()
                .filter(process -> isData(process) && !goesFirst(process))
                .toList());
        deployment.host().reunite();
        appServers = List.of();
        dataServices = null;
        dataServers = DataServers.NONE;
        documentStores = DocumentStores.NONE;
        frontServers = FrontServers.NONE;
    }

    private static boolean isData(HostProcess process) {
        return List.of(Tiers.SERVICES, Tiers.RELATIONAL, Tiers.BROKER, Tiers.DOCUMENTS)
                .contains(process.tier());
    }

    /** The embedded services stop their database in good order, a broker tells its port mapper that it leaves, a router has its shards. */
    private static boolean goesFirst(HostProcess process) {
        return process.name().equals(DataServices.NAME)
                || RabbitMq.isNode(process.name())
                || process.name().startsWith("mongos");
    }

    /** All at once: the slowest decides how long it takes. */
    private static void stop(List<HostProcess> processes) {
        List<Thread> stopping = processes.stream()
                .map(process -> Thread.ofVirtual().start(() -> process.stop(GRACE)))
                .toList();
        boolean interrupted = false;
        for (Thread thread : stopping) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
