package gavel.harness.deployment;

import gavel.harness.config.Configurations;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The files a deployment is remembered by. A disk that was full, an editor or another version can have damaged each of them. */
final class Remembered {
    private static final JsonMapper JSON = new JsonMapper();

    private Remembered() {}

    /** Why it cannot be used any more; empty where it can, and where it was never finished. */
    static Optional<String> damage(RunDirectory directory) {
        try {
            if (Files.exists(directory.state())) {
                check(directory);
            }
            return Optional.empty();
        } catch (EnvironmentException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** @throws EnvironmentException that names the file that cannot be read */
    static void check(RunDirectory directory) {
        state(directory);
        secrets(directory);
        Path configuration = directory.configuration();
        try {
            if (!Files.exists(configuration) || Files.size(configuration) == 0) {
                throw damaged(configuration, "it is empty or gone", null);
            }
            new Configurations(directory.path()).read(configuration.toString(), List.of());
        } catch (IOException | ConfigurationException e) {
            throw damaged(configuration, e.getMessage(), e);
        }
    }

    static DeploymentState state(RunDirectory directory) {
        DeploymentState state = read(directory.state(), DeploymentState.class);
        if (state.ports() == null || state.createdAt() == null) {
            throw damaged(directory.state(), "it says nothing of ports or age", null);
        }
        return state;
    }

    static Secrets secrets(RunDirectory directory) {
        Secrets secrets = read(directory.secrets(), Secrets.class);
        if (secrets.accounts() == null || secrets.database() == null) {
            throw damaged(directory.secrets(), "a password is missing", null);
        }
        return secrets;
    }

    private static <T> T read(Path file, Class<T> type) {
        try {
            T found = JSON.readValue(file.toFile(), type);
            if (found == null) {
                throw damaged(file, "it is empty", null);
            }
            return found;
        } catch (JacksonException e) {
            throw damaged(file, Files.exists(file) ? e.getOriginalMessage() : "it is gone", e);
        }
    }

    private static EnvironmentException damaged(Path file, String why, Exception cause) {
        String name = file.getParent().getFileName().toString();
        return new EnvironmentException(
                "deployment " + name + " is damaged: " + file + " cannot be read: "
                        + why.lines().findFirst().orElse("") + "; `gavel down " + name
                        + "` stops what runs and removes it",
                cause);
    }
}
