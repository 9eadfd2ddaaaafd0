package gavel.harness.command.options;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deployment.Deployments;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options every command has that reads a configuration. */
public final class ConfigOptions {
    private final Map<String, String> environment;
    private final Path working;

    @Option(names = "--platform", paramLabel = "PLATFORM", description = "local, ssh, compose or kubernetes (platform)")
    private String platform;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "context of your kubeconfig, for platform kubernetes (kubernetes.context)")
    private String cluster;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            description = "namespace of the cluster, for platform kubernetes (kubernetes.namespace)")
    private String namespace;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "NAME|FILE",
            description =
                    "a ready configuration (`gavel configs`) or a file (default: gavel.yaml of this directory, else minimal)")
    private String config;

    @Option(names = "--users", paramLabel = "N", description = "simulated users (load.users)")
    private String users;

    @Option(names = "--length", paramLabel = "LENGTH", description = "smoke, standard or official (load.length)")
    private String length;

    @Option(names = "--profile", paramLabel = "NAME|FILE", description = "what the users do (load.profile)")
    private String profile;

    @Option(names = "--seed", paramLabel = "N", description = "seed of data and users (load.seed)")
    private String seed;

    @Option(
            names = "--app-servers",
            paramLabel = "N",
            description = "application servers (appServers.count); scale takes several, such as 1..6 or 1,2,4")
    private String appServers;

    @Option(names = "--services", paramLabel = "KIND", description = "data services: embedded or external")
    private String services;

    @Option(names = "--name", paramLabel = "NAME", description = "name of the run (name)")
    private String name;

    @Option(
            names = "--keep-hosts",
            description = "do not switch off the machines that this deployment switched on (hosts.keepOn)")
    private boolean keepHosts;

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "any other setting, such as appServers.memory=1g; may be repeated")
    private List<String> settings = new ArrayList<>();

    /** Taken from the command line before it is parsed: what is opened first needs it. */
    @SuppressWarnings("UnusedVariable")
    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "directory for results, a subdirectory each (default: GAVEL_RESULTS, else results/)")
    private Path output;

    /** Read once: a pipe has its text once only. */
    private Configurations.Source source;

    public ConfigOptions() {
        this(System.getenv(), Path.of(""));
    }

    /** @param working directory a configuration is looked for in */
    ConfigOptions(Map<String, String> environment, Path working) {
        this.environment = environment;
        this.working = working;
    }

    /** Where settings come from beside options, for the output of --verbose. */
    public List<String> origins() {
        List<String> lines = new ArrayList<>();
        lines.add("configuration " + named());
        SettingVariables.of(environment, new Problems())
                .forEach(each -> lines.add(each.path() + " = " + each.value() + " (" + each.option() + ")"));
        return lines;
    }

    private String named() {
        return config != null
                ? config
                : found() ? working.resolve(Configurations.FOUND).toString() : "minimal";
    }

    private boolean found() {
        return Files.isRegularFile(working.resolve(Configurations.FOUND));
    }

    /** @throws ConfigurationException with everything that is wrong with all of them */
    public Configuration read(Configurations configurations) {
        return read(configurations, appServers);
    }

    /** @param appServers instead of what was typed */
    public Configuration read(Configurations configurations, String appServers) {
        Problems problems = new Problems();
        List<SettingOverride> typed = overrides(appServers, problems);
        Configuration configuration = problems.take(() -> read(configurations, typed));
        problems.check();
        return configuration;
    }

    /** @param overrides instead of those of the command line */
    public Configuration read(Configurations configurations, List<SettingOverride> overrides) {
        if (source == null) {
            source = configurations.source(named());
        }
        return configurations.read(source, overrides);
    }

    /** That of a deployment that is up, with another load. */
    public Configuration read(Deployments deployments, String deployment) {
        Problems problems = new Problems();
        List<SettingOverride> typed = overrides(appServers, problems);
        Configuration configuration = problems.take(() -> read(deployments, deployment, typed));
        problems.check();
        return configuration;
    }

    /** @param overrides instead of those of the command line */
    public Configuration read(Deployments deployments, String deployment, List<SettingOverride> overrides) {
        if (config != null) {
            throw new ConfigurationException(
                    "deployment " + deployment + " keeps the configuration it was made with; leave out -c (" + config
                            + "), and change its load by options");
        }
        return deployments.configuration(deployment, overrides);
    }

    /** Whether a configuration was named, or found. */
    public boolean configured() {
        return config != null || found();
    }

    /** Whether a number of users was typed. */
    public boolean usersTyped() {
        return users != null;
    }

    /** What is wrong with the users a search was given, which is there to find their number. */
    public List<String> usersOfSearch() {
        return users == null
                ? List.of()
                : List.of("a search finds the number of users: use --hint, --from or --most instead: " + users
                        + " (--users)");
    }

    /** What is wrong with the actions a search was given, which needs a deployment that stays as it is. */
    public List<String> actionsOfSearch(Configuration configuration) {
        return configuration == null || configuration.actions().isEmpty()
                ? List.of()
                : List.of("actions are for gavel run: a search needs a deployment that stays as it is: "
                        + configuration.actions().getFirst().text() + " (actions)");
    }

    /** As typed; null when nothing was. */
    public String appServers() {
        return appServers;
    }

    public List<SettingOverride> overrides() {
        return overrides(appServers);
    }

    /** @param appServers instead of what was typed */
    public List<SettingOverride> overrides(String appServers) {
        Problems problems = new Problems();
        List<SettingOverride> overrides = overrides(appServers, problems);
        problems.check();
        return overrides;
    }

    private List<SettingOverride> overrides(String appServers, Problems problems) {
        List<SettingOverride> overrides = new ArrayList<>(SettingVariables.of(environment, problems));
        add(overrides, "platform", platform, "--platform");
        add(overrides, "kubernetes.context", cluster, "--context");
        add(overrides, "kubernetes.namespace", namespace, "--namespace");
        add(overrides, "load.users", users, "--users");
        add(overrides, "load.length", length, "--length");
        add(overrides, "load.profile", profile, "--profile");
        add(overrides, "load.seed", seed, "--seed");
        add(overrides, "appServers.count", appServers, "--app-servers");
        add(overrides, "name", name, "--name");
        add(overrides, "hosts.keepOn", keepHosts ? "true" : null, "--keep-hosts");
        for (String tier : List.of("relational", "broker", "documents")) {
            add(overrides, tier + ".implementation", services, "--services");
        }
        for (String text : settings) {
            SettingOverride override = problems.take(() -> SettingOverride.parse(text));
            if (override != null) {
                overrides.add(override);
            }
        }
        return overrides;
    }

    private static void add(List<SettingOverride> overrides, String path, String value, String option) {
        if (value != null) {
            overrides.add(new SettingOverride(path, value, option));
        }
    }
}
