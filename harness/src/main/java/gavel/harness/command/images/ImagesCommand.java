package gavel.harness.command.images;

import gavel.driver.api.text.Nearest;
import gavel.harness.config.machine.KubernetesSettings;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.Problems;
import gavel.harness.images.Image;
import gavel.harness.images.ImageBuild;
import gavel.harness.images.ImageNames;
import gavel.harness.images.ImageTransfer;
import gavel.harness.run.Disclosures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gavel images}. */
@Command(
        name = "images",
        mixinStandardHelpOptions = true,
        description = "Builds the images that Compose and Kubernetes need; saves, loads or pushes them.")
public final class ImagesCommand implements Callable<Integer> {
    private static final Pattern TAG = Pattern.compile("\\w[\\w.-]{0,127}");
    private static final Pattern NAME = Pattern.compile("[\\w][\\w./:@-]{0,254}");
    private final Installation installation;
    private final Consumer<String> lines;

    @Parameters(
            paramLabel = "IMAGE",
            description = "app, driver, services, postgresql, rabbitmq, nginx, haproxy (default: all)")
    private final List<String> words = new ArrayList<>();

    @Option(names = "--tag", paramLabel = "TAG", description = "tag of the images (default: the version of Gavel)")
    private String tag = Disclosures.program().replaceFirst("\\+.*", "");

    @Option(
            names = "--debian",
            paramLabel = "IMAGE",
            description =
                    "Debian image to build on, such as debian:12-slim (default: one made with debootstrap, which needs root)")
    private String debian;

    @Option(names = "--fresh", description = "also make Debian, packages and runtime again")
    private boolean fresh;

    @Option(names = "--save", paramLabel = "DIRECTORY", description = "also write an archive of each there")
    private Path save;

    @Option(names = "--load", paramLabel = "DIRECTORY", description = "build nothing; take the archives from there")
    private Path load;

    @Option(
            names = "--push",
            paramLabel = "REGISTRY",
            description = "also push them there, such as registry.example:5000/benchmarks")
    private String push;

    public ImagesCommand(Installation installation, Consumer<String> lines) {
        this.installation = installation;
        this.lines = lines;
    }

    @Override
    public Integer call() throws InterruptedException {
        List<Image> images = checked();
        try {
            return make(images);
        } catch (IOException e) {
            throw new EnvironmentException("the images could not be made: " + e, e);
        }
    }

    private int make(List<Image> images) throws IOException, InterruptedException {
        if (load != null) {
            new ImageTransfer(lines).load(load);
            return 0;
        }
        ImageNames names = new ImageNames("", tag);
        new ImageBuild(
                        installation,
                        new ImageBuild.Order(
                                images,
                                names,
                                debian,
                                fresh,
                                save,
                                Disclosures.program(),
                                ImageBuild.latest(installation.home(), System.getenv("SOURCE_DATE_EPOCH"))),
                        lines)
                .run();
        if (push != null) {
            new ImageTransfer(lines).push(images, names, push);
        }
        return 0;
    }

    private List<Image> checked() {
        List<String> known = Arrays.stream(Image.values())
                .filter(Image::runs)
                .map(Image::word)
                .toList();
        Problems problems = new Problems();
        for (String word : words) {
            problems.that(
                    known.contains(word),
                    "IMAGE must be one of " + String.join(", ", known) + ": " + word + Nearest.hint(word, known));
        }
        String time = System.getenv("SOURCE_DATE_EPOCH");
        problems.that(TAG.matcher(tag).matches(), "--tag must be letters, digits and _ . -, 128 at most: " + tag)
                .that(debian == null || NAME.matcher(debian).matches(), "--debian must be an image: " + debian)
                .that(push == null || KubernetesSettings.isRegistry(push), "--push must be a registry: " + push)
                .that(load == null || Files.isDirectory(load), "--load must be a directory: " + load)
                .that(
                        load == null || words.isEmpty() && save == null && push == null && !fresh && debian == null,
                        "--load builds nothing: no IMAGE, --debian, --fresh, --save or --push with it")
                .that(
                        time == null || time.strip().matches("\\d{0,11}"),
                        "SOURCE_DATE_EPOCH must be seconds since 1970: " + time)
                .check();
        return Arrays.stream(Image.values())
                .filter(Image::runs)
                .filter(image -> words.isEmpty() || words.contains(image.word()))
                .toList();
    }
}
