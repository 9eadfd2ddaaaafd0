package gavel.harness.run;

import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadSpec;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.Sample;
import gavel.harness.config.Configuration;
import gavel.harness.deploy.ActionTargets;
import gavel.harness.deploy.Drivers;
import gavel.harness.deployment.AbandonedDeployments;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.doctor.IdleExamination;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.topology.Tiers;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence.Incident;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Makes one run from check to report. Whatever happens on the way, everything it started is stopped, and from the moment a
 * deployment exists there is a result that says how far it came. Used once, by one thread; interrupting that thread ends the run.
 */
public final class RunExecutor {
    private static final Duration AUDIT_BEFORE_WAIT = Duration.ofSeconds(20);
    private static final Duration AUDIT_AFTER_WAIT = Duration.ofSeconds(60);
    /** What a sample of a machine covers. */
    private static final Duration SAMPLED = Duration.ofSeconds(1);

    private static final int ACCOUNTS_PER_USER = 5;
    private final Environment environment;
    private final RunRequest request;
    private final Progress progress;
    private final Journal journal = new Journal();
    private final Instant startedAt;
    private final ResultWriter results;
    private final Experiment experiment;

    public RunExecutor(Environment environment, RunRequest request) {
        this(
                environment,
                request,
                new SingleLoad(environment, request.configuration().costs().meter()),
                null);
    }

    /** @param id of a result that is continued; null for a new one */
    public RunExecutor(Environment environment, RunRequest request, Experiment experiment, String id) {
        this.environment = environment;
        this.request = request;
        this.experiment = experiment;
        this.progress = new Progress(environment.console(), environment.time());
        this.startedAt = environment.time().instant();
        this.results = new ResultWriter(environment, request, startedAt, id);
    }

    /** @throws ConfigurationException before anything is started */
    public RunOutcome run() {
        environment.interruption().expose();
        check();
        HarnessException failure = null;
        try (Deployment deployment = provision()) {
            Deployer deployer = new Deployer(deployment, environment, progress);
            try {
                journal.deployed(deployer);
                phases(deployment, deployer);
            } catch (ConfigurationException e) {
                throw e;
            } catch (InterruptedException | IOException | RuntimeException e) {
                failure = failure(e);
            } finally {
                windDown(deployment, deployer);
            }
            progress.begin(Phase.REPORT);
            return experiment.report(results, deployment, journal, progress, failure);
        } finally {
            results.removeOwnDeployment();
            results.release();
        }
    }

    private void check() {
        progress.begin(Phase.CHECK);
        try {
            examine(request.configuration());
            results.check();
        } catch (EnvironmentException e) {
            progress.failed("failed");
            throw e;
        }
        progress.done();
    }

    private void examine(Configuration configuration) {
        boolean stands = stands();
        if (experiment.choosesUsers()) {
            if (stands) {
                MachineCheck.standingForSearch(configuration, environment);
            } else {
                MachineCheck.passForSearch(configuration, environment);
            }
        } else if (stands) {
            MachineCheck.standing(configuration, environment);
        } else {
            MachineCheck.pass(configuration, environment);
        }
    }

    private boolean stands() {
        return request.deployment() != null || experiment.unaudited().isPresent();
    }

    private Deployment provision() {
        progress.begin(Phase.PROVISION);
        try {
            Deployment deployment = taken();
            results.owner(deployment);
            environment.console().deployed(deployment.configuration());
            progress.remark(deployment.name());
            progress.done();
            return deployment;
        } catch (RuntimeException e) {
            boolean interrupted = environment.interruption().requested();
            progress.failed(interrupted ? "interrupted" : "failed");
            throw interrupted ? new InterruptedRunException(Phase.PROVISION.title()) : e;
        }
    }

    private Deployment taken() {
        Deployments deployments = environment.deployments();
        String own = deploymentName(results.id());
        if (request.deployment() != null) {
            return deployments.open(request.deployment(), request.overrides());
        }
        if (stands()) {
            return deployments.open(own);
        }
        new AbandonedDeployments(deployments, environment.platforms(), environment.console()::line).makeRoom(own);
        return deployments.create(
                own,
                request.configuration(),
                true,
                startedAt,
                environment.platforms().machines(request.configuration())::portFree);
    }

    /** Of a run's own: a result within another one's directory has a name of several parts. */
    public static String deploymentName(String resultId) {
        return resultId.replace('/', '-');
    }

    private void phases(Deployment deployment, Deployer deployer) throws IOException, InterruptedException {
        if (environment.interruption().requested()) {
            throw new InterruptedException();
        }
        deployer.attach();
        deployer.startDataServices();
        journal.deployed(deployer);
        Optional<List<Path>> answered = experiment.unaudited();
        if (answered.isPresent()) {
            deployer.startAppServers();
        } else {
            answered = loaded(deployment, deployer);
        }
        if (answered.isPresent()) {
            experiment.over(deployment, journal, answered.get());
            // There is memory for the drivers or for the audit.
            auditAfter(deployer, answered.get());
            experiment.over(deployment, journal, answered.get());
        }
    }

    /** Files of the bids that were answered; empty where no load may be put on the data. */
    private Optional<List<Path>> loaded(Deployment deployment, Deployer deployer)
            throws IOException, InterruptedException {
        try (Collector watch = deployer.watch()) {
            if (!prepare(deployer, watch)) {
                return Optional.empty();
            }
            progress.begin(Phase.DRIVERS);
            try (Drivers drivers = deployer.drivers()) {
                List<Instance> watched = deployer.instances();
                drivers.start();
                watchNew(watch, watched, deployer);
                try (LoadGenerator generator = environment.loadGenerators().connect(drivers.contacts())) {
                    return Optional.of(load(deployment, deployer, generator, watch));
                }
            }
        }
    }

    /** What was measured is kept where it cannot be made, as on a machine whose disk is full, and does not count. */
    private void auditAfter(Deployer deployer, List<Path> answered) throws IOException, InterruptedException {
        try {
            journal.auditAfter(deployer.audit(Phase.AUDIT_AFTER, answered, AUDIT_AFTER_WAIT));
        } catch (EnvironmentException e) {
            if (environment.interruption().requested()) {
                throw e;
            }
            progress.failed("not audited");
            e.evidence().forEach(line -> environment.console().line("  | " + line));
            journal.incident(
                    Incident.Kind.NOT_AUDITED,
                    "audit",
                    "The data could not be audited after the load: " + e.getMessage());
        }
    }

    /**
     * Data and servers. The machine is watched for other work meanwhile, which is told before it does harm. A server that starts is nobody's yet in a
     * container or on another machine: what took CPU there until then does not count.
     *
     * @param watch goes on until the load: whoever follows the run sees it without a gap
     * @return whether load may be put on them
     */
    private boolean prepare(Deployer deployer, Collector watch) throws IOException, InterruptedException {
        List<Audit.Invariant> damage = deployer.prepareData(request.keepData(), AUDIT_BEFORE_WAIT);
        Audit before = damage.isEmpty() ? deployer.auditBefore(AUDIT_BEFORE_WAIT) : Audit.damaged(damage);
        journal.auditBefore(before);
        if (!before.ok()) {
            environment.console().line("! the data are damaged: no load is put on them");
            return false;
        }
        List<Instance> watched = deployer.instances();
        deployer.startAppServers();
        deployer.startFrontServers();
        watchNew(watch, watched, deployer);
        long from = request.configuration().platform() == Configuration.Platform.LOCAL
                ? 0
                : environment.time().instant().plus(SAMPLED).toEpochMilli();
        deployer.verify();
        progress.done();
        List<Sample> samples = watch.collected().samples().stream()
                .filter(sample -> sample.atMillis() >= from)
                .toList();
        MachineCheck.warn(List.of(IdleExamination.of(samples)), environment);
        return true;
    }

    private void watchNew(Collector watch, List<Instance> watched, Deployer deployer) throws InterruptedException {
        journal.deployed(deployer);
        for (Instance instance : deployer.instances()) {
            if (!watched.contains(instance)) {
                watch.watch(instance);
            }
        }
    }

    /**
     * @param watch ends before the load, whose own collectors see nothing of what was before
     * @return files of the bids that were answered
     */
    private List<Path> load(Deployment deployment, Deployer deployer, LoadGenerator generator, Collector watch)
            throws IOException, InterruptedException {
        Experiment.Stage stage = new Experiment.Stage(
                generator,
                spec(deployment, deployer),
                deployer::watch,
                deployer.instances(),
                deployer::machines,
                deployer::output,
                deployment::used,
                results.directory(),
                ActionTargets.timeline(deployment.configuration()),
                deployer::levers,
                deployer::autoscaler,
                results,
                deployment);
        try {
            warmUp(stage, deployment);
            watch.close();
            deployer.limit();
            List<Path> answered = experiment.load(stage, journal, progress);
            journal.deployed(deployer);
            return answered;
        } catch (InterruptedException e) {
            generator.stop(false);
            throw e;
        }
    }

    /** Where used data are kept, servers may be running that have been used as well. */
    private void warmUp(Experiment.Stage stage, Deployment deployment) throws IOException, InterruptedException {
        boolean limited = WarmUpLoad.limited(deployment.configuration(), deployment.placement());
        boolean warm = experiment.warmsUp() || !deployment.loaded().clean();
        if (!limited && (warm || WarmUpLoad.few(deployment.configuration()))) {
            return;
        }
        progress.begin(Phase.WARM_SERVERS);
        if (limited) {
            WarmUpLoad.beforeQuota(stage, deployment, environment);
        } else {
            WarmUpLoad.half(stage, deployment, environment);
        }
        progress.done();
    }

    private LoadSpec spec(Deployment deployment, Deployer deployer) throws IOException {
        Configuration configuration = deployment.configuration();
        int users = deployment.loaded().users();
        return new LoadSpec(
                configuration.name(),
                deployer.frontDoors(),
                deployer.authority(),
                deployer.profile(),
                configuration.load().users(),
                new LoadSpec.Accounts(
                        "u%d@gavel.example",
                        1,
                        (long) ACCOUNTS_PER_USER * users,
                        deployment.secrets().accounts()),
                configuration.load().seed(),
                configuration.load().phases(),
                LoadSpec.AgentShare.ALONE,
                configuration
                        .drivers()
                        .engine(
                                deployer.machines()
                                        .cores(
                                                deployment.placement(),
                                                Tiers.DRIVER,
                                                configuration.drivers().count()),
                                deployment.placement().cpu(Tiers.DRIVER, 0)),
                deployer.output(Files.createDirectories(results.directory())),
                0,
                configuration.load().shape(),
                deployer.auctionsFromMillis());
    }

    /** An interrupt shows itself in many ways, depending on what the thread was doing: a file or a request may have failed with it. */
    private HarnessException failure(Exception cause) {
        String during =
                progress.current() == null ? "the run" : progress.current().title();
        if (cause instanceof InterruptedException || environment.interruption().requested()) {
            progress.failed("interrupted");
            journal.incident(Incident.Kind.INTERRUPTED, "run", "interrupted during: " + during);
            return new InterruptedRunException(during);
        }
        progress.failed("failed");
        HarnessException failure = cause instanceof HarnessException known
                ? results.kept(known)
                : cause instanceof IOException io && io.getMessage() != null
                        ? new EnvironmentException(io.getMessage(), io)
                        : new EnvironmentException("unexpected: " + cause, cause);
        journal.incident(Incident.Kind.PHASE_FAILED, during, failure.getMessage());
        return failure;
    }

    /** The next run finds as many servers as there were; it starts what an action left stopped or standing still. */
    private void restore(Deployment deployment, Deployer deployer) {
        try {
            deployer.restore(deployment.configuration().actions());
        } catch (InterruptedException | IOException | RuntimeException e) {
            environment
                    .console()
                    .line("! the deployment is not as it was before the actions: " + e.getMessage()
                            + "; `gavel up --deployment " + deployment.name() + "` starts what is missing");
        }
    }

    /** Nothing here may be cut short by another interrupt, and no failure may keep the rest from being done. */
    private void windDown(Deployment deployment, Deployer deployer) {
        environment.interruption().shield();
        progress.begin(Phase.COLLECT);
        deployer.fetch().forEach(remark -> environment.console().line("! " + remark));
        results.collectLogs(deployment);
        progress.begin(Phase.STOP);
        if (deployment.temporary()) {
            stop(deployer);
        } else {
            progress.remark("deployment " + deployment.name() + " stays up");
            restore(deployment, deployer);
        }
        progress.done();
    }

    /** What was measured is reported all the same; what still runs is ended when the deployment is removed. */
    private void stop(Deployer deployer) {
        try {
            deployer.close();
        } catch (RuntimeException e) {
            environment.console().line("! not everything could be stopped in order: " + e.getMessage());
        }
    }
}
