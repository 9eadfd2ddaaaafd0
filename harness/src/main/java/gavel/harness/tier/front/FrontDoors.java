package gavel.harness.tier.front;

import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Ports;
import gavel.harness.tier.Tiers;
import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Who listens where in front of the application servers, and which of them people meet first. */
final class FrontDoors {
    /** Connections and requests of nobody whom the deployment is sized for. Nginx takes 423 bytes for each beforehand, HAProxy nothing. */
    static final int ROOM = 16_384;

    private FrontDoors() {}

    /** The tier people meet first. */
    static String tier(Configuration configuration) {
        return configuration.balancers().present() ? Tiers.BALANCERS : Tiers.WEB_SERVERS;
    }

    static List<Ports.Web> ports(Ports ports) {
        return ports.balancers().isEmpty() ? ports.web() : ports.balancers();
    }

    /** Everything people may call the servers in front. */
    static List<String> names(Deployment deployment) {
        String tier = tier(deployment.configuration());
        return IntStream.range(0, ports(deployment.ports()).size())
                .boxed()
                .flatMap(i -> listens(deployment, tier, i).stream())
                .distinct()
                .toList();
    }

    static URI door(String address, int port) {
        return URI.create("https://" + address + ":" + port);
    }

    /** What a server has to listen on: its host's address, and in front those that may become its host's. */
    static List<String> listens(Deployment deployment, String tier, int index) {
        Stream<String> virtual =
                tier.equals(tier(deployment.configuration())) ? Keepalived.addresses(deployment).stream() : Stream.of();
        return Stream.concat(Stream.of(deployment.host(tier, index).address()), virtual)
                .toList();
    }

    /** Addresses connections of the balancers come from, each once. */
    static List<String> balancers(Deployment deployment) {
        return IntStream.range(0, deployment.ports().balancers().size())
                .mapToObj(i -> deployment.host(Tiers.BALANCERS, i).address())
                .distinct()
                .toList();
    }

    /** Address and port of each application server. */
    static List<String> appServers(Deployment deployment) {
        List<Integer> ports = deployment.ports().app();
        return IntStream.range(0, ports.size())
                .mapToObj(i -> deployment.host(Tiers.APP_SERVERS, i).address() + ":" + ports.get(i))
                .toList();
    }
}
