package gavel.harness.platform.container;

import gavel.harness.config.Configuration;
import gavel.harness.config.WebServerSettings;
import gavel.harness.images.Image;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Program;
import gavel.harness.topology.Tiers;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which of Gavel's images an instance or a tool runs in: pure. */
public final class ContainerImages {
    /** What their programs are called. */
    private static final Map<String, Image> SERVERS = Map.of(
            "/postgres", Image.POSTGRESQL,
            "/rabbitmq-server", Image.RABBITMQ,
            "/epmd", Image.RABBITMQ,
            "/nginx", Image.NGINX,
            "/haproxy", Image.HAPROXY);

    private ContainerImages() {}

    /** The image with a program that has its place in one of these; empty where none has it. */
    public static Optional<Image> holding(List<String> places) {
        return SERVERS.entrySet().stream()
                .filter(server -> places.stream().anyMatch(place -> place.endsWith(server.getKey())))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** @param program of the instance; null for one of Gavel's own */
    public static Image of(InstanceSpec instance, Program program) {
        if (program != null) {
            return of(program);
        }
        return switch (instance.tier()) {
            case Tiers.APP_SERVERS -> Image.APP;
            case Tiers.DRIVER -> Image.DRIVER;
            default -> Image.SERVICES;
        };
    }

    /** Of a tool; those of Gavel's own that have a host are commands of the application. */
    public static Image of(Program program) {
        return program == null
                ? Image.APP
                : holding(program.places())
                        .orElseThrow(() ->
                                new IllegalStateException("no image has " + program.title() + ": ContainerRules"));
    }

    /** All that a configuration needs. */
    public static Set<Image> of(Configuration configuration) {
        Set<Image> images = new LinkedHashSet<>(List.of(Image.APP, Image.DRIVER));
        if (configuration.anyEmbedded() || configuration.documents().server()) {
            images.add(Image.SERVICES);
        }
        if (!configuration.relational().embedded()
                && !configuration.relational().external()) {
            images.add(Image.POSTGRESQL);
        }
        if (configuration.broker().rabbit()) {
            images.add(Image.RABBITMQ);
        }
        if (configuration.webServers().implementation() == WebServerSettings.Implementation.NGINX) {
            images.add(Image.NGINX);
        }
        if (configuration.balancers().present()) {
            images.add(Image.HAPROXY);
        }
        return images;
    }
}
