package gavel.harness.topology;

import gavel.harness.config.Configuration;
import gavel.harness.config.DocumentSettings;
import gavel.harness.failure.EnvironmentException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Every port of a deployment. Free ones are taken from below the range the kernel gives to outgoing connections, so that no connection of
 * the workload driver can take one between choice and use.
 *
 * @param broker where applications reach it, or the first node of a cluster
 * @param documents where applications reach the store, or the first of several servers
 * @param agents control ports of the workload drivers
 * @param rabbit what RabbitMQ listens on besides; null without one
 * @param web where each web server listens
 * @param balancers where each balancer listens
 * @param mongo what the servers of MongoDB listen on; null without one
 */
public record Ports(
        int database,
        int broker,
        int documents,
        List<Integer> app,
        List<Integer> management,
        List<Integer> agents,
        Rabbit rabbit,
        List<Web> web,
        List<Web> balancers,
        Mongo mongo) {
    /**
     * @param data of the servers that hold documents, set by set
     * @param config of those that know where they are
     * @param routers applications come to; empty where they come to the servers themselves
     */
    public record Mongo(List<Integer> data, List<Integer> config, List<Integer> routers) {
        public Mongo {
            data = List.copyOf(data);
            config = List.copyOf(config);
            routers = List.copyOf(routers);
        }
    }

    /** @param names of its port mapper (epmd) */
    public record Rabbit(int names, List<RabbitNode> nodes) {
        public Rabbit {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * @param clients where applications come
     * @param others where the other nodes and its own tools reach it
     * @param statistics page of its figures
     */
    public record RabbitNode(int clients, int others, int statistics) {}

    /**
     * @param https where people come
     * @param status page of its figures
     */
    public record Web(int https, int status) {}

    /** Free ones are taken from here on. */
    public static final int FIRST = 15_000;

    /** Up to this one. */
    public static final int LAST = 31_999;

    public Ports {
        app = List.copyOf(app);
        management = List.copyOf(management);
        agents = List.copyOf(agents);
        web = List.copyOf(web);
        balancers = List.copyOf(balancers);
    }

    /**
     * @param free whether a service could listen on a port now
     * @throws EnvironmentException when a port the configuration names is in use
     */
    public static Ports choose(Configuration configuration, IntPredicate free, RandomGenerator random) {
        return choose(configuration, new Chooser(free, new HashSet<>(), named(configuration), true, random));
    }

    /** Those the configuration names; 0 for each that will be any free one. */
    public static Ports planned(Configuration configuration) {
        return choose(configuration, new Chooser(_ -> true, new HashSet<>(), Set.of(), true, null));
    }

    /** Each another one, even where the configuration names it, and none a number that files have for something else: whoever has it uses it. */
    public static Ports marked(Configuration configuration) {
        // No size in a file ends so.
        IntPredicate unlike = port -> port % 10 == 7;
        return choose(
                configuration,
                new Chooser(unlike, new HashSet<>(), named(configuration), false, new SplittableRandom(1)));
    }

    /** Those that the configuration names, which no service that takes any may take before. */
    private static Set<Integer> named(Configuration configuration) {
        return Stream.of(
                        named(configuration.appServers().port(), configuration.mostAppServers()),
                        named(
                                configuration.webServers().port(),
                                configuration.webServers().instances()),
                        named(
                                configuration.balancers().port(),
                                configuration.balancers().instances()))
                .flatMap(IntStream::boxed)
                .collect(Collectors.toSet());
    }

    private static IntStream named(Integer first, int count) {
        return first == null ? IntStream.empty() : IntStream.range(first, first + count);
    }

    private static Ports choose(Configuration configuration, Chooser choose) {
        List<Integer> app = new ArrayList<>();
        List<Integer> management = new ArrayList<>();
        for (int i = 0; i < configuration.mostAppServers(); i++) {
            Integer first = configuration.appServers().port();
            app.add(first == null ? choose.next() : choose.explicit("appServers.port", first + i));
            management.add(choose.next());
        }
        // Servers that take over each other's addresses have the same port, each on a host of its own.
        boolean virtual = configuration.virtualIps().present();
        List<Web> web = choose.web(
                "webServers.port",
                configuration.webServers().port(),
                configuration.webServers().instances(),
                virtual && !configuration.balancers().present());
        List<Web> balancers = choose.web(
                "balancers.port",
                configuration.balancers().port(),
                configuration.balancers().instances(),
                virtual);
        int broker = configuration.broker().external() ? 0 : choose.next();
        int documents = configuration.documents().external() ? 0 : choose.next();
        return new Ports(
                configuration.relational().external() ? 0 : choose.next(),
                broker,
                documents,
                app,
                management,
                choose.several(configuration.drivers().count()),
                configuration.broker().rabbit()
                        ? choose.rabbit(broker, configuration.broker().count())
                        : null,
                web,
                balancers,
                configuration.documents().mongodb() ? choose.mongo(documents, configuration.documents()) : null);
    }

    /**
     * Chooses for servers of which there may be several.
     *
     * @param obeys whether a service has the port that is named for it
     */
    private record Chooser(
            IntPredicate free, Set<Integer> taken, Set<Integer> named, boolean obeys, RandomGenerator random) {
        List<Integer> several(int count) {
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ports.add(next());
            }
            return ports;
        }

        Rabbit rabbit(int first, int count) {
            int names = next();
            List<RabbitNode> nodes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int clients = i == 0 ? first : next();
                nodes.add(new RabbitNode(clients, next(), next()));
            }
            return new Rabbit(names, nodes);
        }

        /** The first port is of the first applications come to. */
        Mongo mongo(int first, DocumentSettings documents) {
            List<Integer> routers = several(documents.routersOfCluster());
            List<Integer> data = several(documents.dataServers());
            (routers.isEmpty() ? data : routers).set(0, first);
            return new Mongo(data, several(documents.sharded() ? documents.membersOfEach() : 0), routers);
        }

        List<Web> web(String setting, Integer first, int count, boolean same) {
            List<Web> ports = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ports.add(new Web(same && i > 0 ? ports.getFirst().https() : https(setting, first, i), next()));
            }
            return ports;
        }

        private int https(String setting, Integer first, int index) {
            return first == null ? next() : explicit(setting, first + index);
        }

        int explicit(String setting, int port) {
            if (!obeys) {
                return next();
            }
            // A plan shows what is named, whether servers can have it or not.
            if (random != null && (port > 65_535 || !taken.add(port) || !free.test(port))) {
                throw new EnvironmentException("port " + port + " is in use (" + setting + ")"
                        + "; stop what listens there, choose another, or set null for a free one");
            }
            return port;
        }

        int next() {
            if (random == null) {
                return 0;
            }
            for (int attempt = 0; attempt < 1_000; attempt++) {
                int port = random.nextInt(FIRST, LAST + 1);
                if (!taken.contains(port) && !named.contains(port) && free.test(port)) {
                    taken.add(port);
                    return port;
                }
            }
            throw new EnvironmentException("no free port between " + FIRST + " and " + LAST);
        }
    }
}
