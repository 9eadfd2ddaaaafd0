package gavel.harness.platform.compose;

import gavel.harness.config.placement.Partition;
import gavel.harness.images.Image;
import gavel.harness.images.ImageNames;
import gavel.harness.images.ImageProgram;
import gavel.harness.platform.Machine;
import gavel.harness.platform.OnThisMachine;
import gavel.harness.platform.container.ContainerImages;
import gavel.harness.platform.container.Shell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * This machine with containers: programs are those of the images, and what keeps it from being divided is what Docker lacks.
 *
 * @param builds of the programs that images are to hold; empty for those that hold none of Gavel's
 * @param needed images of the configuration
 * @param known what was asked of images before
 */
record ComposeMachine(
        Machine here,
        Engine engine,
        ComposeProgram compose,
        ImageNames names,
        Function<Image, String> builds,
        Collection<Image> needed,
        Map<List<String>, String> known)
        implements OnThisMachine {
    private static final Duration SHORT = Duration.ofSeconds(30);
    private static final String ABOUT = "{{.Architecture}} {{index .Config.Labels \"" + ImageProgram.LABEL + "\"}}";

    ComposeMachine(
            Machine here,
            Engine engine,
            ComposeProgram compose,
            ImageNames names,
            Function<Image, String> builds,
            Collection<Image> needed) {
        this(here, engine, compose, names, builds, List.copyOf(needed), new ConcurrentHashMap<>());
    }

    /** The first thing that is missing hides what is behind it. */
    @Override
    public List<String> obstacles(List<Partition> parts) {
        Shell.Said said = engine.tried(SHORT, "version", "--format", "{{.Server.KernelVersion}} {{.Server.Arch}}");
        Optional<String> first = engineMissing(said);
        if (first.isPresent()) {
            return List.of(first.get());
        }
        return Stream.of(compose.problem(), imagesMissing(rest(said.out())))
                .filter(problem -> !problem.isEmpty())
                .toList();
    }

    private static String firstWord(String text) {
        return text.stripTrailing().replaceFirst(" .*", "");
    }

    private static String rest(String text) {
        return text.stripTrailing().replaceFirst("^\\S* *", "");
    }

    private Optional<String> engineMissing(Shell.Said said) {
        if (said.code() == Shell.MISSING) {
            return Optional.of(
                    "Docker is not installed: install it (Debian's package docker.io), or take platform local");
        }
        if (!said.ok()) {
            String reason = said.reason();
            return Optional.of(
                    reason.contains("permission denied")
                            ? "user " + System.getProperty("user.name")
                                    + " may not use the Docker engine: add it to the group docker, and log in again"
                            : "no Docker engine answers: start one, or name it in DOCKER_HOST (" + reason + ")");
        }
        String kernel = firstWord(said.out());
        return kernel.equals(here.description().kernel())
                ? apart()
                : Optional.of(elsewhere("kernel " + kernel, here.description().kernel()));
    }

    private static String elsewhere(String there, String own) {
        return "the Docker engine is on another machine, or in a virtual one (" + there + ", here " + own
                + "), and what containers use could not be measured. Run Gavel there, or take platform ssh";
    }

    /**
     * Machines of one kind have the same kernel. Where containers have other users than this machine, their files and their network are others, too.
     */
    private Optional<String> apart() {
        String about = engine.tried(SHORT, "info", "--format", "{{.Name}} {{.SecurityOptions}}")
                .out();
        String name = here.description().name();
        if (!List.of("", name).contains(firstWord(about))) {
            return Optional.of(elsewhere("host " + firstWord(about), name));
        }
        String options = rest(about);
        if (options.contains("name=rootless")) {
            return Optional.of(
                    "the Docker engine is rootless, so this machine does not reach its containers: take the system's own"
                            + " (`docker context use default`), or platform local");
        }
        return options.contains("name=userns")
                ? Optional.of(
                        "the Docker engine gives containers users of their own (userns-remap), who cannot write to the run"
                                + " directory: take an engine without that, or platform local")
                : Optional.empty();
    }

    /** @param architecture of the engine */
    private String imagesMissing(String architecture) {
        List<Image> missing = new ArrayList<>();
        List<Image> foreign = new ArrayList<>();
        List<Image> others = new ArrayList<>();
        for (Image image : needed) {
            Shell.Said said = engine.tried(SHORT, "image", "inspect", "--format", ABOUT, names.of(image));
            String build = builds.apply(image);
            if (!said.ok()) {
                missing.add(image);
            } else if (!List.of("", architecture).contains(firstWord(said.out()))) {
                foreign.add(image);
            } else if (!build.isEmpty() && !rest(said.out()).equals(build)) {
                others.add(image);
            }
        }
        if (!missing.isEmpty()) {
            return told(missing, "not there", "");
        }
        if (!foreign.isEmpty()) {
            // Where an emulator is installed its programs would run, and be measured with it.
            return told(foreign, "for another processor than this machine's (" + architecture + ")", " anew");
        }
        return others.isEmpty() ? "" : told(others, "of another build than this program", " anew");
    }

    private String told(List<Image> images, String what, String anew) {
        boolean one = images.size() == 1;
        return (one ? "image " : "images ")
                + images.stream().map(names::of).collect(Collectors.joining(", ")) + (one ? " is " : " are ") + what
                + ": `gavel images " + images.stream().map(Image::word).collect(Collectors.joining(" ")) + "` builds "
                + (one ? "it" : "them") + anew;
    }

    /** Where a program is in its image. */
    @Override
    public Optional<Path> program(List<String> patterns) {
        return ContainerImages.holding(patterns)
                // The shell replaces the patterns, which are Gavel's own.
                .map(image ->
                        within(image, List.of("sh", "-c", "ls -d " + String.join(" ", patterns) + " 2> /dev/null")))
                .flatMap(found ->
                        found.lines().filter(line -> line.startsWith("/")).reduce((_, last) -> last))
                .map(Path::of);
    }

    @Override
    public String ask(List<String> command) {
        return ContainerImages.holding(List.of(command.getFirst()))
                .map(image -> within(image, command))
                .orElseGet(() -> here.ask(command));
    }

    private String within(Image image, List<String> command) {
        return known.computeIfAbsent(command, asked -> {
            List<String> words = new ArrayList<>(List.of("run", "--rm"));
            // A registry may have one of that name, which is not Gavel's.
            words.addAll(List.of("--pull", "never", "--network", "none", "--read-only"));
            words.addAll(List.of("--label", "gavel.question", "--entrypoint", command.getFirst(), names.of(image)));
            words.addAll(command.subList(1, command.size()));
            Shell.Said said = engine.tried(SHORT, words.toArray(String[]::new));
            // Some tell their version as an error.
            return said.out() + String.join("\n", said.errors());
        });
    }
}
