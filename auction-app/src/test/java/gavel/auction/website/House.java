package gavel.auction.website;

import gavel.auction.chaos.NodeProcess;
import gavel.auction.testing.Api;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.util.FileSystemUtils;

/** A whole auction house: a loaded data set, two application servers as processes, one address in front of them. */
final class House implements AutoCloseable {
    private static final int SERVERS = 2;

    private final Path directory =
            Path.of("target", "browser-" + ProcessHandle.current().pid());
    private final gavel.auction.chaos.Site site;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final Front front;

    House() throws IOException, InterruptedException {
        site = new gavel.auction.chaos.Site(directory, null);
        site.loadSet();
        for (int i = 1; i <= SERVERS; i++) {
            NodeProcess node = new NodeProcess("app" + i, site);
            nodes.add(node);
            node.start();
        }
        nodes.forEach(NodeProcess::awaitReady);
        front = new Front(nodes.stream()
                .map(node -> URI.create(node.api().address()).getPort())
                .toList());
    }

    Front front() {
        return front;
    }

    List<NodeProcess> nodes() {
        return nodes;
    }

    String email(long account) {
        return "u" + account + "@gavel.example";
    }

    String password() {
        return gavel.auction.chaos.Site.PASSWORD;
    }

    /** The API for an account of the data set, of a server that has not been killed. */
    Api api(long account) {
        Api api = nodes.stream()
                .filter(node -> node.handle().isAlive())
                .findFirst()
                .orElseThrow()
                .api();
        return api.as(api.post(
                        "/api/sessions",
                        "{\"email\": \"%s\", \"password\": \"%s\"}".formatted(email(account), password()))
                .json()
                .get("token")
                .stringValue());
    }

    gavel.auction.chaos.Site site() {
        return site;
    }

    @Override
    public void close() throws IOException {
        front.close();
        nodes.forEach(NodeProcess::close);
        site.close();
        FileSystemUtils.deleteRecursively(directory);
    }
}
