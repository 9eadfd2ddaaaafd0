package gavel.harness.doctor;

import gavel.harness.config.BrokerSettings;
import gavel.harness.config.Configuration;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Whether every server can live in the directory of the deployments. Pure. */
public final class DirectoryExamination {
    private DirectoryExamination() {}

    /** @param root of the deployments */
    public static List<Finding> of(Configuration configuration, Path root) {
        boolean rabbit = configuration.broker().implementation() == BrokerSettings.Implementation.RABBITMQ;
        String path = root.toAbsolutePath().toString();
        if (!rabbit || StandardCharsets.ISO_8859_1.newEncoder().canEncode(path)) {
            return List.of();
        }
        return List.of(
                new Finding(
                        Finding.Level.PROBLEM,
                        "directory",
                        path,
                        "RabbitMQ does not start below a directory with letters beyond Latin-1: move the project, or take the embedded broker"));
    }
}
