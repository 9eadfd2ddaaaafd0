package gavel.harness.tier.front;

import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.config.Configuration;
import gavel.harness.tier.AppServer;
import gavel.harness.tier.Encryption;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Program;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Reload;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Stage;
import gavel.harness.topology.Step;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Who listens where in front of the application servers, and which of them people meet first. */
public final class FrontDoors {
    /** Connections and requests beyond those the deployment is sized for. Nginx reserves 423 bytes for each, HAProxy nothing. */
    static final int ROOM = 16_384;

    static final String CERTIFICATE = "server.pem";
    static final String KEY = "server-key.pem";
    private static final Duration READY = Duration.ofSeconds(30);
    /** A server listens on every virtual address from its start, and its machine has most of them never. */
    private static final Step ELSEWHERE = new Step(
            "virtual-addresses",
            new Step.Command(
                    null,
                    List.of("sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_nonlocal_bind"),
                    Map.of(),
                    false,
                    List.of(),
                    null,
                    READY),
            "servers cannot listen on virtual addresses: log in as root (hosts.machines, user), or let an administrator run"
                    + " sysctl -w net.ipv4.ip_nonlocal_bind=1 and start Keepalived elsewhere");

    private FrontDoors() {}

    /** The tier people meet first. */
    public static String tier(Configuration configuration) {
        return configuration.balancers().present() ? Tiers.BALANCERS : Tiers.WEB_SERVERS;
    }

    static List<Ports.Web> ports(Ports ports) {
        return ports.balancers().isEmpty() ? ports.web() : ports.balancers();
    }

    /** Everything people may call the servers in front. */
    public static List<String> names(TopologyContext context) {
        String tier = tier(context.configuration());
        return IntStream.range(0, ports(context.ports()).size())
                .boxed()
                .flatMap(i -> listens(context, tier, i).stream())
                .distinct()
                .toList();
    }

    /** Where people reach the application. */
    public static List<URI> doors(TopologyContext context) {
        List<Ports.Web> ports = ports(context.ports());
        if (ports.isEmpty()) {
            return IntStream.range(0, context.appServers())
                    .mapToObj(i -> AppServer.address(context, i))
                    .toList();
        }
        if (context.configuration().virtualIps().present()) {
            return virtualAddresses(context).stream()
                    .map(address -> door(address, ports.getFirst().https()))
                    .toList();
        }
        String tier = tier(context.configuration());
        return IntStream.range(0, ports.size())
                .mapToObj(i -> door(context.address(tier, i), ports.get(i).https()))
                .toList();
    }

    private static URI door(String address, int port) {
        return URI.create("https://" + address + ":" + port);
    }

    /** The virtual addresses; none where a configuration asks for none. */
    static List<String> virtualAddresses(TopologyContext context) {
        List<String> named = context.configuration().virtualIps().addresses();
        return named.isEmpty() ? context.locations().virtualAddresses() : named;
    }

    /** What a server has to listen on: its host's address, and in front those that may become its host's. */
    static List<String> listens(TopologyContext context, String tier, int index) {
        Stream<String> virtual =
                tier.equals(tier(context.configuration())) ? virtualAddresses(context).stream() : Stream.of();
        return Stream.concat(Stream.of(context.address(tier, index)), virtual).toList();
    }

    /** Addresses connections of the balancers come from, each once. */
    static List<String> balancers(TopologyContext context) {
        return IntStream.range(0, context.ports().balancers().size())
                .mapToObj(i -> context.address(Tiers.BALANCERS, i))
                .distinct()
                .toList();
    }

    /** Address and port of each application server. */
    static List<String> appServers(TopologyContext context) {
        return IntStream.range(0, context.appServers())
                .mapToObj(i -> AppServer.socket(context, i))
                .toList();
    }

    /** Names the application servers a server in front works with, without telling their addresses. */
    static String generation(TopologyContext context) {
        CRC32 sum = new CRC32();
        sum.update(String.join(",", appServers(context)).getBytes(StandardCharsets.UTF_8));
        return "application servers %08x".formatted(sum.getValue());
    }

    /** Reads its files again and goes on serving meanwhile; its page of figures tells which application servers it works with. */
    static Reload reload(String signal, TopologyContext context, String server, URI figures) {
        return new Reload.BySignal(signal, inForce(context, server, figures));
    }

    /** When it works with the application servers there are to be now. */
    static Ready inForce(TopologyContext context, String server, URI figures) {
        return new Ready.Tells(
                figures.resolve("/configuration"), Secret.statistics(server), generation(context), READY);
    }

    /**
     * A web server or a balancer: the program itself judges what was written for it, and only then runs with it. Ready means that it takes
     * connections.
     *
     * @param check command that judges its configuration instead of running
     */
    static InstanceSpec.Builder server(
            TopologyContext context,
            InstanceSpec.Id id,
            int index,
            Program program,
            List<String> command,
            List<String> check) {
        Ports.Web ports = (id.tier().equals(Tiers.BALANCERS)
                        ? context.ports().balancers()
                        : context.ports().web())
                .get(index);
        InstanceSpec.Builder server = InstanceSpec.of(
                        id.tier(), id.name(), Launch.Command.server(program, command, Map.of(), context.bound()))
                .on(context.host(id.tier(), index))
                .port("https", ports.https())
                .port("status", ports.status())
                .ready(new Ready.Listening(context.address(id.tier(), index), ports.https(), READY))
                .stage(Stage.FRONT)
                .before(check(id.name(), program, check, true));
        if (id.tier().equals(tier(context.configuration()))
                && context.configuration().hosts().elsewhere()
                && context.configuration().virtualIps().present()) {
            server.before(ELSEWHERE);
        }
        return server;
    }

    /** A command with an option more. */
    static List<String> with(List<String> command, String option) {
        return Stream.concat(command.stream(), Stream.of(option)).toList();
    }

    /** Lets a program judge its configuration. */
    static Step check(String name, Program program, List<String> command, boolean unprivileged) {
        return new Step(
                name + "-check",
                new Step.Command(program, command, Map.of(), unprivileged, List.of(), null, READY),
                program.title() + " refuses its configuration");
    }

    /** The deployment's certificate in its files; who drives the load trusts its authority and no other. */
    static InstanceSpec.Builder certified(InstanceSpec.Builder server) {
        return server.file(Encryption.authority())
                .file(FileSpec.open("settings/" + CERTIFICATE, Secret.CERTIFICATE.reference()))
                .file(FileSpec.secret("settings/" + KEY, Secret.CERTIFICATE_KEY.reference()));
    }

    /** A page of figures behind the token of its server. */
    static GuardedPage guarded(URI page, String server, UnaryOperator<String> texts) {
        return new GuardedPage(
                URI.create(texts.apply(page.toString())),
                texts.apply(Secret.statistics(server).reference()),
                page.getScheme().equals("https") ? texts.apply(Secret.AUTHORITY.reference()) : "");
    }

    static URI figures(TopologyContext context, String tier, int index, int port) {
        return URI.create(Encryption.scheme(context) + "://" + context.address(tier, index) + ":" + port);
    }
}
