package gavel.harness.run;

import gavel.harness.action.ActionSettings;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceWatch;
import gavel.harness.collect.StartedProcess;
import gavel.harness.config.LoadSettings;
import gavel.harness.config.Sizing;
import gavel.harness.deploy.AppCommands;
import gavel.harness.deploy.DeploymentLevers;
import gavel.harness.deploy.Drivers;
import gavel.harness.deploy.FrontDoorCheck;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deploy.StartCache;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.http.Http;
import gavel.harness.platform.Autoscaler;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Removal;
import gavel.harness.platform.RunningInstance;
import gavel.harness.report.text.Words;
import gavel.harness.tier.Encryption;
import gavel.harness.topology.Stage;
import gavel.harness.topology.Tiers;
import gavel.harness.verdict.Audit;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Brings the tiers of one deployment up, gives them data, and takes them down. Every step may be repeated: what is already as it should
 * be is left alone.
 */
public final class Deployer implements AutoCloseable {
    private static final int LINES_OF_A_START = 40;
    private final Deployment deployment;
    private final Environment environment;
    private final Progress progress;
    private final RunningTopology running;
    private final AppCommands commands;
    private boolean midLife;
    private long auctionsFromMillis;

    public Deployer(Deployment deployment, Environment environment, Progress progress) {
        this.deployment = deployment;
        this.environment = environment;
        this.progress = progress;
        this.running = new RunningTopology(deployment, environment.platforms());
        this.commands = new AppCommands(
                deployment, running, line -> environment.console().status("  " + line));
    }

    private void start(Stage stage) throws IOException, InterruptedException {
        Set<StartedProcess> before = Set.copyOf(running.started());
        running.start(stage);
        running.started().stream().filter(process -> !before.contains(process)).forEach(process -> environment
                .console()
                .detail("  started " + process.instance() + ": " + String.join(" ", process.command())));
    }

    /** Finds what is running already. */
    public void attach() {
        running.attach();
    }

    public void startDataServices() throws IOException, InterruptedException {
        progress.begin(Phase.DATA_SERVICES);
        if (deployment.loaded() != null && running.memoryIsLost()) {
            throw new EnvironmentException("the data services in memory of deployment " + deployment.name()
                    + " are not running any more, and its data went with them. `gavel down " + deployment.name()
                    + "` removes it, `gavel up` makes another");
        }
        running.platform().prepare(line -> environment.console().step("  " + line));
        if (deployment.made().hosts().elsewhere()) {
            environment
                    .console()
                    .hosts(machines().reached().stream()
                            .mapToInt(machine -> machine.facts().cores())
                            .sum());
        }
        if (deployment.configuration().encryption().betweenTiers()) {
            running.platform().write("", Encryption.authority());
        }
        start(Stage.DATA);
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
        return prepareData(keep, null);
    }

    /** @param wait for the history, of the audit that {@link #auditBefore} is to tell; null where none is to follow */
    List<Audit.Invariant> prepareData(boolean keep, Duration wait) throws IOException, InterruptedException {
        LoadedSet set = deployment.loaded();
        int users = Sizing.setUsers(deployment.configuration());
        if (set != null && !set.fits(users, deployment.images())) {
            throw new EnvironmentException("the loaded set does not fit: it is for " + set.users() + " users with "
                    + set.images() + " images, and " + users + " with " + deployment.images()
                    + " are needed. Take another deployment, or remove this one first: `gavel down " + deployment.name()
                    + "`");
        }
        progress.begin(Phase.DATA);
        List<Audit.Invariant> damage = List.of();
        if (set == null) {
            // For as many as it was made for: they may be more than the run that comes first has.
            int made = Sizing.setUsers(deployment.made());
            // A server that learns uses the data, which are reset then and audited after that.
            boolean learns = new StartCache(running).missing();
            requireUndamaged(commands.load(made, deployment.made().load().seed(), learns ? null : wait));
            progress.remark("loaded for " + Words.plural(made, "user"));
            if (train()) {
                requireUndamaged(commands.reset(wait));
            }
            midLife = true;
        } else if (keep) {
            progress.remark("kept as they are");
        } else if (!set.clean() || !appServers().isEmpty()) {
            // Where servers run, lots went on: a minute without bidders, and all of them are new.
            stopAppServers();
            train();
            damage = commands.reset(wait);
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
        requireUndamaged(commands.reset(null));
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

    Audit auditBefore(Duration wait) throws IOException, InterruptedException {
        progress.begin(Phase.AUDIT_BEFORE);
        return told(commands.auditBefore(wait));
    }

    public Audit audit(Phase phase, List<Path> answered, Duration wait) throws IOException, InterruptedException {
        progress.begin(phase);
        return told(commands.audit(answered, wait));
    }

    private Audit told(Audit audit) {
        progress.remark(Words.plural(audit.invariants().size(), "invariant") + ", "
                + Words.plural(audit.violations(), "violation"));
        progress.done();
        return audit;
    }

    public void startAppServers() throws IOException, InterruptedException {
        progress.begin(Phase.APP_SERVERS);
        start(Stage.APPLICATION);
        for (RunningInstance server : appServers()) {
            StartCache.refusal(server.log(LINES_OF_A_START)).ifPresent(this::warnOfSlowStart);
        }
        auctionsFromMillis = midLife ? environment.time().instant().toEpochMilli() : 0;
        progress.remark(appServers().size() + " ready");
        progress.done();
    }

    /** When the auctions began to go on, with lots in mid-life; 0 when that was not within this command. */
    long auctionsFromMillis() {
        return auctionsFromMillis;
    }

    private void warnOfSlowStart(String why) {
        environment.console().line("! a server started slower, as its JVM refused the start cache: " + why);
    }

    /**
     * Makes the start cache where there is none yet. The server that learns holds auctions meanwhile, so the data must be reset.
     *
     * @return whether a server was running
     */
    private boolean train() throws IOException, InterruptedException {
        StartCache cache = new StartCache(running);
        if (!cache.missing()) {
            return false;
        }
        deployment.used();
        if (!cache.make()) {
            environment.console().step("  No start cache could be made: application servers start without one");
        }
        return true;
    }

    public void verify() throws IOException, InterruptedException {
        progress.begin(Phase.VERIFY);
        FrontDoorCheck.Checked all = FrontDoorCheck.Checked.NOTHING;
        Http http = environment.http().trusting(authority());
        for (URI door : frontDoors()) {
            all = all.and(new FrontDoorCheck(http, running.reach(door), environment.time())
                    .check(FrontDoorCheck.FIRST_ACCOUNT, deployment.secrets().accounts()));
        }
        progress.remark(Words.plural(all.answers(), "answer") + " checked" + all.remark());
        progress.done();
    }

    /** Puts web servers in front of them, and balancers in front of those, where there are to be some. */
    public void startFrontServers() throws IOException, InterruptedException {
        if (!deployment.configuration().fronted()) {
            return;
        }
        progress.begin(Phase.FRONT_SERVERS);
        start(Stage.FRONT);
        agree();
        // People who open the front door trust it by this file of this machine.
        running.platform().write("", Encryption.authority());
        Map<String, String> versions = versions();
        progress.remark(Stream.of(Tiers.WEB_SERVERS, Tiers.BALANCERS, Tiers.VIRTUAL_IPS)
                .filter(versions::containsKey)
                .map(versions::get)
                .collect(Collectors.joining(", ")));
        progress.done();
    }

    /** Servers in front may know application servers that have other addresses by now; some may run that are not to run any more. */
    private void agree() throws IOException, InterruptedException {
        running.reload();
        running.stopOthers(Tiers.APP_SERVERS);
        running.dismissOthers();
    }

    /** Brings the CPU limits of the hosts into force: last of all, because a start needs more than the work. */
    public void limit() {
        running.platform().limitCpu(true);
    }

    /** Where people reach the application. */
    public List<URI> frontDoors() {
        return running.doors();
    }

    /** Certificate of the authority behind the front door, as PEM text; null where nothing is encrypted. */
    public String authority() {
        return deployment.configuration().encrypted() ? running.authority() : null;
    }

    public List<RunningInstance> appServers() {
        return running.of(Tiers.APP_SERVERS);
    }

    /** Changes what runs, and tells the watch of it. */
    public DeploymentLevers levers(InstanceWatch watch) {
        return new DeploymentLevers(running, watch);
    }

    Autoscaler autoscaler(Autoscaler.Wish wish) {
        return running.platform().autoscaler(wish);
    }

    /** Takes back what actions of a run have changed and may still be changed. */
    void restore(List<ActionSettings> actions) throws IOException, InterruptedException {
        if (actions.isEmpty()) {
            return;
        }
        DeploymentLevers levers = levers(InstanceWatch.NOBODY);
        for (RunningInstance instance : running.instances()) {
            List<ActionSettings.Kind> done = actions.stream()
                    .filter(action -> instance.spec().name().equals(action.instance()))
                    .map(ActionSettings::do_)
                    .toList();
            if (done.contains(ActionSettings.Kind.AWAY)) {
                levers.apply(
                        new ActionSettings(
                                Duration.ZERO,
                                ActionSettings.Kind.BACK,
                                null,
                                null,
                                instance.spec().name()),
                        (_, _) -> {});
            } else if (!done.isEmpty() && instance.alive()) {
                instance.connect(true);
                instance.thaw();
            }
        }
        levers.scale(deployment.appServers(), (_, _) -> {});
    }

    /** Has so many application servers from now on. */
    public void scaleTo(int appServers) throws IOException, InterruptedException {
        progress.begin(Phase.SCALE);
        levers(InstanceWatch.NOBODY)
                .scale(appServers, (instance, stage) -> progress.remark(instance + " " + stage.words()));
        deployment.scaled(appServers);
        agree();
        progress.remark(running.inService());
        progress.done();
    }

    /** The workload drivers of a run. */
    Drivers drivers() {
        return new Drivers(running);
    }

    /** What each process was started with. */
    public List<StartedProcess> started() {
        return running.started();
    }

    /** Of the servers, by tier; empty before they run. */
    public Map<String, String> versions() {
        return running.versions();
    }

    /** What the collector is to watch. */
    List<Instance> instances() {
        return running.watched();
    }

    /** Watches what runs now. */
    Collector watch() {
        Collector collector = running.platform().collector(instances());
        environment.console().watched(collector);
        return collector;
    }

    /** The machines it runs on. */
    public Machines machines() {
        return running.platform().machines();
    }

    public void stopAppServers() {
        deployment.used();
        running.stop(Tiers.APP_SERVERS, RunningTopology.GRACE);
    }

    /** What is to be told of the machines. */
    Disclosures.Hosts hosts() {
        return Disclosures.Hosts.of(deployment, machines());
    }

    /** Removes what is stopped, with everything that hosts keep of it. */
    public Removal remove() {
        return running.platform().remove();
    }

    /** Brings logs and outputs of all hosts together. */
    List<String> fetch() {
        return running.platform().fetch();
    }

    /** Where drivers may write what is to be in a directory here. */
    String output(Path directory) {
        return running.platform().output(directory);
    }

    /** The profile as every driver finds it: a built-in one by its name, a file by its path there. */
    String profile() throws IOException {
        LoadSettings load = deployment.configuration().load();
        if (load.builtInProfile()) {
            return load.profile();
        }
        String there = null;
        for (String host : drivers().hosts()) {
            there = running.platform().bring(host, Path.of(load.profile()).toAbsolutePath());
        }
        return there;
    }

    /** Stops everything the run directory remembers: clients before the services they need. Safe to call twice. */
    @Override
    public void close() {
        running.stop();
    }
}
