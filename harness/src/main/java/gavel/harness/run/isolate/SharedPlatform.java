package gavel.harness.run.isolate;

import gavel.harness.collect.Collector;
import gavel.harness.collect.Sample;
import gavel.harness.deploy.SharedServices;
import gavel.harness.deployment.AbandonedDeployments;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.isolate.CommonUse;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.run.Environment;
import gavel.harness.run.RunExecutor;
import gavel.harness.run.RunRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What tenants have in common: the machine, and data services of one deployment where they share any. Held by the thread of the experiment, but
 * for {@link #use}.
 */
final class SharedPlatform implements AutoCloseable {
    private final Environment environment;
    private final IsolateRequest request;
    private Deployment deployment;
    private SharedServices services;
    private Collector collector;
    private boolean again;

    SharedPlatform(Environment environment, IsolateRequest request) {
        this.environment = environment;
        this.request = request;
    }

    /** The deployment that what is shared belongs to. */
    static String deploymentName(String id) {
        return RunExecutor.deploymentName(id) + "-shared";
    }

    /**
     * Starts what is shared; nothing where nothing is.
     *
     * @param stands whether it was made before, and tenants have their data in it
     */
    void open(String id, boolean stands) throws InterruptedException {
        if (request.sharing() == null) {
            return;
        }
        environment.console().step("shared data services: " + String.join(", ", request.shared()));
        again = stands;
        deployment = stands ? environment.deployments().open(deploymentName(id)) : made(deploymentName(id));
        services = new SharedServices(deployment, environment.platforms(), request.shared());
        try {
            services.start(line -> environment.console().step("  " + line));
            collector = services.watch();
        } catch (IOException e) {
            throw new EnvironmentException("the shared data services cannot be started: " + e.getMessage(), e);
        }
    }

    private Deployment made(String name) {
        new AbandonedDeployments(environment.deployments(), environment.platforms(), environment.console()::line)
                .makeRoom(name);
        RunRequest owner = request.sharing().owner();
        return environment
                .deployments()
                .create(
                        name,
                        owner.configuration(),
                        true,
                        environment.time().instant(),
                        environment.platforms().machines(owner.configuration())::portFree);
    }

    /** The deployment of a tenant, from 0, with what it needs to use what is shared. */
    RunRequest tenant(int index) throws InterruptedException {
        if (services == null) {
            return request.tenants().get(index);
        }
        String guest = "tenant" + (index + 1);
        try {
            return request.sharing().guest().apply(index, again ? services.access(guest) : services.admit(guest));
        } catch (IOException e) {
            throw new EnvironmentException(
                    "tenant " + (index + 1) + " cannot use the shared data services: " + e.getMessage(), e);
        }
    }

    /** From now on limits are in force. */
    void limit() {
        if (services != null) {
            services.limit();
        }
    }

    /** How busy everything in common was while tenants were measured. */
    List<CommonUse> use(List<Tenant> tenants, Instant began) {
        List<CommonUse> uses = new ArrayList<>();
        tenants.stream()
                .mapToDouble(Tenant::machineBusy)
                .max()
                .ifPresent(busy -> uses.add(new CommonUse(CommonUse.MACHINE, busy)));
        if (collector == null) {
            return uses;
        }
        Instant end = began.plus(Duration.ofSeconds(IsolateRequest.MEASURE));
        List<Sample> samples = collector.collected().samples().stream()
                .filter(sample -> sample.atMillis() > began.toEpochMilli() && sample.atMillis() <= end.toEpochMilli())
                .toList();
        for (String tier : request.shared()) {
            samples.stream()
                    .mapToDouble(sample -> sample.cpuCores(tier))
                    .average()
                    .ifPresent(cores -> uses.add(new CommonUse(tier, cores / cores(tier))));
        }
        return uses;
    }

    /** A tier may use. */
    private double cores(String tier) {
        double limit = services.cores(tier);
        return limit > 0 ? limit : Runtime.getRuntime().availableProcessors();
    }

    @Override
    public void close() {
        if (collector != null) {
            collector.close();
        }
        if (services != null) {
            services.close();
        }
        if (deployment != null) {
            deployment.close();
        }
    }
}
