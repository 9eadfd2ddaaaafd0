package gavel.harness.deployment;

import gavel.harness.config.BrokerSettings;
import gavel.harness.config.Configuration;
import gavel.harness.failure.EnvironmentException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;

/**
 * Every port of a deployment. Free ones are taken from below the range the kernel gives to outgoing connections, so that no connection of
 * the workload driver can take one between choice and use.
 *
 * @param rabbit what RabbitMQ listens on besides; null without one
 * @param web where the web server listens; null without one
 */
public record Ports(
        int database,
        int broker,
        int documents,
        List<Integer> app,
        List<Integer> management,
        int agent,
        Rabbit rabbit,
        Web web) {
    /**
     * @param names of its port mapper (epmd)
     * @param node where its own tools reach it
     * @param statistics page of its figures
     */
    public record Rabbit(int names, int node, int statistics) {}

    /**
     * @param https where people come
     * @param status page of its figures
     */
    public record Web(int https, int status) {}

    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;

    public Ports {
        app = List.copyOf(app);
        management = List.copyOf(management);
    }

    /**
     * @param free whether a service could listen on a port now
     * @throws EnvironmentException when a port the configuration names is in use
     */
    public static Ports choose(Configuration configuration, IntPredicate free, RandomGenerator random) {
        Set<Integer> taken = new HashSet<>();
        List<Integer> app = new ArrayList<>();
        List<Integer> management = new ArrayList<>();
        for (int i = 0; i < configuration.appServers().count(); i++) {
            Integer first = configuration.appServers().port();
            app.add(first == null ? next(free, taken, random) : explicit("appServers.port", first + i, free, taken));
            management.add(next(free, taken, random));
        }
        return new Ports(
                configuration.relational().external() ? 0 : next(free, taken, random),
                configuration.broker().external() ? 0 : next(free, taken, random),
                configuration.documents().embedded() ? next(free, taken, random) : 0,
                app,
                management,
                next(free, taken, random),
                configuration.broker().implementation() == BrokerSettings.Implementation.RABBITMQ
                        ? new Rabbit(next(free, taken, random), next(free, taken, random), next(free, taken, random))
                        : null,
                web(configuration, free, taken, random));
    }

    private static Web web(Configuration configuration, IntPredicate free, Set<Integer> taken, RandomGenerator random) {
        if (!configuration.webServers().present()) {
            return null;
        }
        Integer https = configuration.webServers().port();
        return new Web(
                https == null ? next(free, taken, random) : explicit("webServers.port", https, free, taken),
                next(free, taken, random));
    }

    private static int explicit(String setting, int port, IntPredicate free, Set<Integer> taken) {
        if (port > 65_535 || !taken.add(port) || !free.test(port)) {
            throw new EnvironmentException("port " + port + " is in use (" + setting + ")"
                    + "; stop what listens there, choose another, or set null for a free one");
        }
        return port;
    }

    private static int next(IntPredicate free, Set<Integer> taken, RandomGenerator random) {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int port = random.nextInt(FIRST, LAST);
            if (!taken.contains(port) && free.test(port)) {
                taken.add(port);
                return port;
            }
        }
        throw new EnvironmentException("no free port between " + FIRST + " and " + LAST);
    }
}
