package gavel.harness.run.isolate;

import gavel.harness.config.Configuration;
import gavel.harness.experiment.Asked;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.experiment.TimeLeft;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.isolate.IsolateScript;
import gavel.harness.isolate.IsolateScript.Planned;
import gavel.harness.kind.IsolateKind;
import gavel.harness.report.text.IsolateSummary;
import gavel.harness.report.text.Words;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Environment;
import gavel.harness.run.Interruption;
import gavel.harness.run.MachineCheck;
import gavel.harness.run.ResultWriter;
import gavel.harness.run.RunExecutor;
import gavel.harness.run.RunRequest;
import gavel.harness.run.endless.PartConsole;
import gavel.harness.run.experiment.ExperimentFindings;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.run.experiment.Journals;
import gavel.harness.run.experiment.LastAudit;
import gavel.harness.verdict.Audit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Tenants side by side from their deployments to one report: each is a run of its own, on a thread of its own. Used once; interrupting the
 * thread that uses it ends all of them, and the journal lets it go on.
 */
public final class IsolateExperiment {
    private final Environment environment;
    private final IsolateRequest request;
    private final ResultWriter results;
    private final List<TenantThread> tenants = new ArrayList<>();
    private ExperimentJournal<Asked, IsolatePhase> memory;
    private List<ExperimentFindings> standing = List.of();
    private volatile List<IsolatePhase> found = List.of();
    /** Of those found, how many do not count and are made again. */
    private volatile int replaced;

    private int earlier;
    /** Of those made before this command, how many are not made again. */
    private int earlierKept;

    private volatile TimeLeft left;
    private volatile boolean measuring;
    private TimeRange predicted;

    public IsolateExperiment(Environment environment, IsolateRequest request) {
        this.environment = environment;
        this.request = request;
        this.left = new TimeLeft(environment.time());
        this.results = new ResultWriter(
                environment, request.tenants().getFirst(), environment.time().instant(), request.resume());
    }

    /** One tenant while it runs. */
    private final class TenantThread {
        private final CountDownLatch up = new CountDownLatch(1);
        private final JointMeasurements joint;
        private final Thread thread;
        private final Interruption interruption;
        private final TenantRun run;
        private final RunExecutor executor;
        private volatile HarnessException failure;

        TenantThread(int index, RunRequest deployed, JointMeasurements joint) {
            String name = name(index);
            this.joint = joint;
            this.thread = Thread.ofPlatform().name(name).unstarted(this::live);
            this.interruption = new Interruption(thread);
            Environment own = new Environment(
                    environment.installation(),
                    environment.deployments(),
                    environment.http(),
                    environment.time(),
                    new PartConsole(environment.console(), () -> name + ", " + left.words()),
                    environment.loadGenerators(),
                    environment.platforms(),
                    interruption);
            ExperimentFindings known = standing.isEmpty() ? null : standing.get(index);
            this.run = new TenantRun(own, memory, known, joint, index, request.warm(), up);
            this.executor = new RunExecutor(own, deployed, run, results.id() + "/" + name);
        }

        private void live() {
            try {
                failure = executor.run().failure();
            } catch (HarnessException e) {
                failure = e;
            } catch (RuntimeException e) {
                failure = new EnvironmentException(Thread.currentThread().getName() + " failed unexpectedly: " + e, e);
            } finally {
                if (!run.measured()) {
                    joint.leave();
                }
                up.countDown();
            }
        }
    }

    /**
     * @throws ConfigurationException before anything is started
     * @throws EnvironmentException likewise, when the tenants together need more memory than there is
     */
    public ExperimentOutcome<IsolateResult> run() {
        if (request.resume() == null) {
            check();
        }
        return results.reserved(this::made);
    }

    private ExperimentOutcome<IsolateResult> made() {
        IsolateKind kind = new IsolateKind();
        memory = Journals.open(
                kind.noun(),
                results.directory().resolve(kind.journal()),
                request.resume(),
                request.script() + " shared " + request.shared(),
                request.tenants().getFirst().configuration(),
                Disclosures.processors(request.tenants().getFirst().configuration(), environment),
                IsolatePhase.class);
        found = memory.found();
        replaced = request.script().replaced(found);
        earlier = found.size();
        earlierKept = kept().size();
        boolean measured = request.script().next(kept()).isEmpty();
        if (measured) {
            standing = standing(kind);
        } else if (request.resume() != null) {
            check();
        }
        if (earlier > 0) {
            environment.console().step("going on after " + earlier + " of " + planned() + " measurements");
        }
        predicted = measured ? request.after(kept(), 0) : request.predicted(kept());
        environment.console().step("predicted time: " + predicted.words());
        HarnessException failure;
        try (SharedPlatform platform = new SharedPlatform(environment, request)) {
            failure = together(platform, joint(platform));
        }
        IsolateResult result = result(failure);
        results.conclude(kind, result, memory);
        return new ExperimentOutcome<>(result, results.directory(), failure);
    }

    private void check() {
        MachineCheck.passTogether(
                request.tenants().stream().map(RunRequest::configuration).toList(),
                request.sharedMebibytes(),
                environment);
    }

    private JointMeasurements joint(SharedPlatform platform) {
        return new JointMeasurements(request.tenants().size(), found.size(), this::next, (planned, got, began) -> {
            IsolatePhase phase = new IsolatePhase(
                    planned.kind(),
                    planned.tenant(),
                    planned.factor(),
                    planned.repeat(),
                    got,
                    platform.use(got, began));
            memory.found(phase);
            found = memory.found();
            if (tenants.stream().allMatch(tenant -> tenant.run.sound())) {
                replaced = request.script().replaced(found);
            }
            environment.console().line("  %s of %s  %s".formatted(found.size(), planned(), IsolateSummary.line(phase)));
        });
    }

    private List<IsolatePhase> kept() {
        return IsolateScript.kept(found, replaced);
    }

    private int planned() {
        return request.script().planned(kept()) + replaced;
    }

    private static String name(int tenant) {
        return "tenant-" + (tenant + 1);
    }

    /** What stands of the load of each tenant. */
    private List<ExperimentFindings> standing(IsolateKind kind) {
        LastAudit<IsolateResult> last = new LastAudit<>(environment, kind, results.directory(), request.resume());
        List<ExperimentFindings> all = IntStream.range(0, request.tenants().size())
                .mapToObj(i ->
                        last.standing(memory, RunExecutor.deploymentName(results.id() + "/" + name(i)), last::refuse))
                .toList();
        String shared = SharedPlatform.deploymentName(results.id());
        if (request.sharing() != null
                && unaudited(all)
                && !environment.deployments().names().contains(shared)) {
            last.refuse("they went with deployment " + shared);
        }
        return all;
    }

    private static boolean unaudited(List<ExperimentFindings> standing) {
        return standing.stream().anyMatch(its -> its.after() == null);
    }

    private Optional<Planned> next() {
        List<IsolatePhase> kept = kept();
        Optional<Planned> again = request.script().again(kept, earlierKept);
        Optional<Planned> next = again.or(() -> request.script().next(kept));
        // However long deployments took: loads have their lengths.
        TimeLeft now = measuring ? left : new TimeLeft(environment.time());
        now.begin(
                next.isEmpty() ? TimeRange.NONE : IsolateRequest.PHASE, request.after(kept, again.isPresent() ? 0 : 1));
        left = now;
        measuring = true;
        return next;
    }

    /** What is shared first, then one after the other, then all go on together. */
    private HarnessException together(SharedPlatform platform, JointMeasurements joint) {
        boolean interrupted = false;
        HarnessException refused = null;
        try {
            if (standing.isEmpty() || unaudited(standing)) {
                platform.open(results.id(), !standing.isEmpty());
            }
            for (int i = 0; i < request.tenants().size() && !interrupted; i++) {
                int further = standing.isEmpty() ? request.tenants().size() - i - 1 : 0;
                left.begin(
                        standing.isEmpty() ? request.deploying() : TimeRange.NONE,
                        request.deploying().times(further).plus(request.after(kept(), 0)));
                TenantThread tenant = new TenantThread(i, platform.tenant(i), joint);
                tenants.add(tenant);
                if (tenant.run.audited()) {
                    continue;
                }
                environment.console().step("tenant " + (i + 1) + (standing.isEmpty() ? " is deployed" : " is audited"));
                tenant.thread.start();
                interrupted = !waited(() -> tenant.up.await(1, TimeUnit.HOURS));
                if (tenant.failure != null && standing.isEmpty()) {
                    break;
                }
            }
            platform.limit();
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (HarnessException e) {
            refused = e;
        }
        if (tenants.size() < request.tenants().size() || interrupted) {
            tenants.forEach(tenant -> tenant.interruption.request());
        }
        for (TenantThread tenant : tenants) {
            while (tenant.thread.isAlive()) {
                if (!waited(() -> tenant.thread.join())) {
                    interrupted = true;
                    tenants.forEach(each -> each.interruption.request());
                }
            }
        }
        environment.interruption().shield();
        if (interrupted) {
            return new InterruptedRunException("the measurements of several tenants");
        }
        return refused == null ? cause() : refused;
    }

    /** What ended a tenant, and not what that did to the others; null where nothing did. */
    private HarnessException cause() {
        return tenants.stream()
                .map(tenant -> tenant.failure)
                .filter(Objects::nonNull)
                .min(Comparator.comparing(failure -> JointMeasurements.LEFT_ALONE.equals(failure.getMessage())))
                .orElse(null);
    }

    private interface Waiting {
        void run() throws InterruptedException;
    }

    /** False when the work is to end. */
    private static boolean waited(Waiting waiting) {
        try {
            waiting.run();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private IsolateResult result(HarnessException failure) {
        List<IsolatePhase> phases = memory.found();
        List<ExperimentFindings> findings = new ArrayList<>();
        List<Audit> audits = new ArrayList<>();
        for (TenantThread tenant : tenants) {
            ExperimentFindings its = tenant.run.findings();
            if (its != null) {
                findings.add(its);
                Optional.ofNullable(its.after()).ifPresent(audits::add);
            }
        }
        String problem = failure != null
                ? failure.getMessage()
                : findings.stream()
                        .map(each -> each.problem(null))
                        .filter(each -> !each.isEmpty())
                        .findFirst()
                        .orElse("");
        Configuration configuration = request.tenants().getFirst().configuration();
        List<String> remarks = new ArrayList<>(ExperimentFindings.conditions(configuration));
        if (earlier > 0) {
            remarks.add(ExperimentFindings.resumed(
                    "measurements",
                    findings.isEmpty() ? earlier : findings.getFirst().earlier()));
        }
        // The next one is made in its place: the last one's is left where the measurements were interrupted.
        phases.stream()
                .limit(Math.max(0, phases.size() - 1))
                .filter(phase -> !phase.problem().isEmpty())
                .limit(replaced)
                .map(phase -> "One measurement does not count, and was made again: "
                        + Words.ended(phase.words() + ": " + phase.problem()))
                .forEach(remarks::add);
        return new IsolateResult(
                IsolateResult.SCHEMA_VERSION,
                results.info(configuration),
                IsolateResult.judge(planned(), replaced, phases, problem, audits),
                request.tenants().size(),
                request.script().users(),
                request.script().factors(),
                request.shared(),
                planned(),
                phases,
                problem,
                audits,
                predicted.middle(),
                remarks,
                findings.isEmpty() ? null : findings.getFirst().disclosure());
    }
}
