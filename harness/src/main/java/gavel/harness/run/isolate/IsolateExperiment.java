package gavel.harness.run.isolate;

import gavel.harness.config.Configuration;
import gavel.harness.experiment.Asked;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.isolate.IsolateScript.Planned;
import gavel.harness.kind.IsolateKind;
import gavel.harness.report.text.IsolateSummary;
import gavel.harness.run.Environment;
import gavel.harness.run.Interruption;
import gavel.harness.run.ResultWriter;
import gavel.harness.run.RunExecutor;
import gavel.harness.run.endless.PartConsole;
import gavel.harness.run.experiment.Findings;
import gavel.harness.run.experiment.Journals;
import gavel.harness.setting.Durations;
import gavel.harness.verdict.Audit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tenants side by side from their deployments to one report: each is a run of its own, on a thread of its own. Used once; interrupting the
 * thread that uses it ends all of them, and the journal lets it go on.
 */
public final class IsolateExperiment {
    private final Environment environment;
    private final IsolateRequest request;
    private final ResultWriter results;
    private final List<TenantThread> tenants = new ArrayList<>();

    public IsolateExperiment(Environment environment, IsolateRequest request) {
        this.environment = environment;
        this.request = request;
        this.results = new ResultWriter(
                environment, request.tenants().getFirst(), environment.time().instant(), request.resume());
    }

    /**
     * How it ended.
     *
     * @param failure what ended it early; null when it came to its end
     */
    public record Outcome(IsolateResult result, Path directory, HarnessException failure) {}

    /** One tenant while it runs. */
    private final class TenantThread {
        private final CountDownLatch up = new CountDownLatch(1);
        private final Company company;
        private final Thread thread;
        private final Interruption interruption;
        private final TenantRun run;
        private final RunExecutor executor;
        private volatile HarnessException failure;

        TenantThread(int index, Company company) {
            String name = "tenant-" + (index + 1);
            this.company = company;
            this.thread = Thread.ofPlatform().name(name).unstarted(this::live);
            this.interruption = new Interruption(thread);
            Environment own = new Environment(
                    environment.installation(),
                    environment.deployments(),
                    environment.http(),
                    environment.time(),
                    new PartConsole(environment.console(), () -> name),
                    environment.loadGenerators(),
                    environment.platforms(),
                    interruption);
            this.run = new TenantRun(own, company, index, up);
            this.executor = new RunExecutor(own, request.tenants().get(index), run, results.id() + "/" + name);
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
                    company.leave();
                }
                up.countDown();
            }
        }
    }

    /** @throws ConfigurationException before anything is started */
    public Outcome run() {
        IsolateKind kind = new IsolateKind();
        Configuration configuration = request.tenants().getFirst().configuration();
        ExperimentJournal<Asked, IsolatePhase> memory = Journals.open(
                kind.noun(),
                results.directory().resolve(kind.journal()),
                request.resume(),
                request.tenants().size() + " tenants " + request.script(),
                configuration,
                IsolatePhase.class,
                request.script().size());
        int before = memory.found().size();
        environment.console().line("predicted time: about " + Durations.spoken(request.predicted()));
        List<Planned> left = request.script().subList(before, request.script().size());
        Company company = new Company(request.tenants().size(), left, phase -> {
            memory.found(phase);
            environment
                    .console()
                    .line("  %s of %s  %s"
                            .formatted(memory.found().size(), request.script().size(), IsolateSummary.line(phase)));
        });
        HarnessException failure = together(company);
        IsolateResult result = result(memory.found(), before, failure);
        results.conclude(kind, result);
        return new Outcome(result, results.directory(), failure);
    }

    /** One after the other is deployed, then all go on together. */
    private HarnessException together(Company company) {
        boolean interrupted = false;
        for (int i = 0; i < request.tenants().size() && !interrupted; i++) {
            TenantThread tenant = new TenantThread(i, company);
            tenants.add(tenant);
            environment.console().line("tenant " + (i + 1) + " is deployed");
            tenant.thread.start();
            interrupted = !waited(() -> tenant.up.await(1, TimeUnit.HOURS));
            if (tenant.failure != null) {
                break;
            }
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
        return tenants.stream()
                .map(tenant -> tenant.failure)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private interface Waiting {
        void run() throws InterruptedException;
    }

    /** False when somebody wants the work to end. */
    private static boolean waited(Waiting waiting) {
        try {
            waiting.run();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private IsolateResult result(List<IsolatePhase> phases, int before, HarnessException failure) {
        List<Findings> findings = new ArrayList<>();
        List<Audit> audits = new ArrayList<>();
        for (TenantThread tenant : tenants) {
            Findings its = tenant.run.findings();
            if (its != null) {
                findings.add(its);
                Optional.ofNullable(its.journal().auditAfter()).ifPresent(audits::add);
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
        List<String> remarks = new ArrayList<>(Findings.remarks(configuration));
        if (before > 0) {
            remarks.add("It went on after an interruption: the data of its first %s measurements were not audited."
                    .formatted(before));
        }
        return new IsolateResult(
                IsolateResult.SCHEMA_VERSION,
                results.info(configuration),
                IsolateResult.judge(request.script().size(), phases, problem, audits),
                request.tenants().size(),
                request.users(),
                request.factors(),
                request.script().size(),
                phases,
                problem,
                audits,
                request.predicted().toSeconds(),
                remarks,
                findings.isEmpty() ? null : findings.getFirst().disclosure());
    }
}
