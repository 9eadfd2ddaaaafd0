package gavel.driver.http;

import gavel.driver.http2.Authority;
import io.netty.channel.local.LocalAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One address of the front door, looked up once before the run. */
final class Endpoint {
    private final SocketAddress address;
    private final String host;
    private final boolean tls;
    private final byte[] hostLine;
    private final Authority authority;
    private final String shown;

    private Endpoint(SocketAddress address, String host, String authority, boolean tls, String shown) {
        this.address = address;
        this.host = host;
        this.tls = tls;
        this.shown = shown;
        this.hostLine = ("host: " + authority + "\r\n").getBytes(StandardCharsets.US_ASCII);
        this.authority = new Authority(authority, tls);
    }

    /** Every address every target's name stands for, in order. */
    static List<Endpoint> resolve(List<URI> targets) throws IOException {
        List<Endpoint> endpoints = new ArrayList<>();
        for (URI target : targets) {
            endpoints.addAll(resolve(target));
        }
        return List.copyOf(endpoints);
    }

    private static List<Endpoint> resolve(URI target) throws IOException {
        String host = target.getHost();
        boolean tls = "https".equals(target.getScheme());
        if (host == null || !(tls || "http".equals(target.getScheme()))) {
            throw new IOException("a target must be http://host:port or https://host:port: " + target);
        }
        int port = target.getPort() > 0 ? target.getPort() : tls ? 443 : 80;
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        try {
            List<Endpoint> found = new ArrayList<>();
            for (InetAddress address : InetAddress.getAllByName(bare)) {
                String authority = host + ":" + port;
                String ip = address.getHostAddress();
                // A name may stand for several.
                boolean named = !host.startsWith("[") && !host.equals(ip);
                String shown = target.getScheme() + "://" + authority + (named ? " (" + ip + ")" : "");
                found.add(new Endpoint(new InetSocketAddress(address, port), bare, authority, tls, shown));
            }
            return found;
        } catch (UnknownHostException unknown) {
            throw new IOException("no address is known for the target " + target, unknown);
        }
    }

    static Endpoint inProcess(LocalAddress address) {
        return new Endpoint(address, "in-process", "in-process", false, address.toString());
    }

    SocketAddress address() {
        return address;
    }

    String host() {
        return host;
    }

    boolean tls() {
        return tls;
    }

    byte[] hostLine() {
        return hostLine;
    }

    /** What every request over HTTP/2 begins with. */
    Authority authority() {
        return authority;
    }

    @Override
    public String toString() {
        return shown;
    }
}
