package gavel.harness.platform.compose;

import gavel.harness.config.Configuration;
import gavel.harness.images.Image;
import gavel.harness.images.ImageNames;
import gavel.harness.images.ImageProgram;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Platform;
import gavel.harness.platform.PlatformProvider;
import gavel.harness.platform.container.ContainerImages;
import gavel.harness.platform.container.Shell;
import gavel.harness.platform.local.LocalPlatforms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Deployments in containers of this machine, made by the user's own Docker and Compose. */
public final class ComposePlatforms implements PlatformProvider {
    private final LocalPlatforms here;
    private final ImageNames images;
    private final Engine engine;
    private final ComposeProgram compose;
    private final Function<Image, String> builds;

    /** @param images what they are called */
    public ComposePlatforms(LocalPlatforms here, ImageNames images) {
        this(here, images, Shell::ofThisMachine, image -> ImageProgram.jar(image, here.installation())
                .map(jar -> ImageProgram.build(List.of(jar)))
                .orElse(""));
    }

    /** @param builds of the programs that images are to hold; empty for those that hold none of Gavel's */
    ComposePlatforms(LocalPlatforms here, ImageNames images, Shell shell, Function<Image, String> builds) {
        this.here = here;
        this.images = images;
        this.builds = builds;
        this.engine = new Engine(shell);
        this.compose = new ComposeProgram(shell);
    }

    LocalPlatforms here() {
        return here;
    }

    ImageNames images() {
        return images;
    }

    Engine engine() {
        return engine;
    }

    ComposeProgram compose() {
        return compose;
    }

    Machine machine(Configuration configuration) {
        return new ComposeMachine(
                here.machines(configuration).machine(""),
                engine,
                compose,
                images,
                builds,
                ContainerImages.of(configuration));
    }

    @Override
    public Machines machines(Configuration configuration) {
        return new Machines(List.of(machine(configuration)), List.of());
    }

    @Override
    public Platform platform(Path runDirectory, Configuration made, UnaryOperator<String> secrets) {
        return new ComposePlatform(this, new Project(runDirectory), made, secrets);
    }

    @Override
    public boolean holds(Path runDirectory) {
        return Files.exists(new Project(runDirectory).file());
    }

    /** Nothing is kept open. */
    @Override
    public void close() {}
}
