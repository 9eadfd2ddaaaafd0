package gavel.harness.config.machine;

import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where and how the pods of a deployment run.
 *
 * @param context of the user's kubeconfig; null for the current one
 * @param namespace null for that of the context
 * @param registry from which nodes pull the images; null for images they have
 * @param pullSecrets names of the secrets that the registry asks for
 * @param nodeSelector labels, such as {@code pool=bench}, that the nodes of all pods have
 * @param driverNodeSelector those of the drivers' nodes, in place of it; none for the same
 * @param tolerations of taints, as {@code kubectl taint} writes them: {@code dedicated=bench:NoSchedule}
 * @param storageClass of a claim for what each pod keeps; null for the disk of its node
 * @param storageSize of each claim
 * @param statefulSet whether application servers are pods of a StatefulSet, whose number something else may change
 */
public record KubernetesSettings(
        String context,
        String namespace,
        String registry,
        List<String> pullSecrets,
        List<String> nodeSelector,
        List<String> driverNodeSelector,
        List<String> tolerations,
        String storageClass,
        MemorySize storageSize,
        boolean statefulSet) {
    private static final String NAME = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
    private static final String SUBDOMAIN = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?";
    // Whatever a kubeconfig may call it; no shell reads it.
    private static final String CONTEXT = "[^\\p{Cntrl}\\s-]([^\\p{Cntrl}]{0,251}[^\\p{Cntrl}\\s])?";
    private static final String REGISTRY = "[A-Za-z0-9][A-Za-z0-9._-]*(:\\d{1,5})?(/[a-z0-9]+([._-]+[a-z0-9]+)*)*";
    private static final int LONGEST_REGISTRY = 253;
    private static final String KEY = "([a-z0-9.-]{1,253}/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?";
    private static final String VALUE = "([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?";
    private static final String LABEL = KEY + "=" + VALUE;
    private static final String TAINT = KEY + "(=" + VALUE + ")?(:(NoSchedule|PreferNoSchedule|NoExecute))?";
    private static final int LEAST_STORAGE = 512;

    public KubernetesSettings {
        pullSecrets = known(pullSecrets);
        nodeSelector = known(nodeSelector);
        driverNodeSelector = known(driverNodeSelector);
        tolerations = known(tolerations);
        Rules rules = new Rules()
                .that(
                        context == null || context.matches(CONTEXT),
                        "context",
                        "must be a context of the kubeconfig",
                        context)
                .that(
                        namespace == null || namespace.matches(NAME),
                        "namespace",
                        "must be 1 to 63 small letters, digits and -",
                        namespace)
                .that(
                        registry == null || isRegistry(registry),
                        "registry",
                        "must be host and path of a registry, such as registry.example:5000",
                        registry)
                .that(
                        storageClass == null || storageClass.matches(SUBDOMAIN),
                        "storageClass",
                        "must be the name of a storage class",
                        storageClass)
                .memory("storageSize", storageSize, LEAST_STORAGE);
        each(rules, "pullSecrets", pullSecrets, SUBDOMAIN, "must be names of secrets");
        each(rules, "nodeSelector", nodeSelector, LABEL, "must be labels such as pool=bench");
        each(rules, "driverNodeSelector", driverNodeSelector, LABEL, "must be labels such as pool=bench");
        each(
                rules,
                "tolerations",
                tolerations,
                TAINT,
                "must be taints such as dedicated=bench:NoSchedule, with effect NoSchedule, PreferNoSchedule or NoExecute");
        rules.check();
    }

    /** Whether names of images can begin so, before a slash: a host, perhaps with a port and a path, and no scheme. */
    public static boolean isRegistry(String text) {
        return text.length() <= LONGEST_REGISTRY && text.matches(REGISTRY);
    }

    /** Those that could be read: a file's other problems are told with them. */
    private static List<String> known(List<String> words) {
        return List.copyOf(words.stream().filter(word -> word != null).toList());
    }

    private static void each(Rules rules, String component, List<String> words, String form, String rule) {
        words.stream().filter(word -> !word.matches(form)).forEach(word -> rules.that(false, component, rule, word));
    }

    /** Whether no node can be both for drivers and for the others, as a label has one value. */
    public boolean driversApart() {
        return driverNodeSelector.stream().anyMatch(own -> nodeSelector.stream()
                .anyMatch(other -> key(other).equals(key(own)) && !other.equals(own)));
    }

    private static String key(String label) {
        return label.substring(0, label.indexOf('='));
    }

    /** Whether anything is said that only pods need. */
    public boolean wanted() {
        return !described().isEmpty();
    }

    /** What is said, in words. */
    public String described() {
        List<String> said = new ArrayList<>();
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("context", context);
        words.put("namespace", namespace);
        words.put("registry", registry);
        words.put("storageClass", storageClass);
        words.put("pullSecrets", pullSecrets.isEmpty() ? null : pullSecrets);
        words.put("nodeSelector", nodeSelector.isEmpty() ? null : nodeSelector);
        words.put("driverNodeSelector", driverNodeSelector.isEmpty() ? null : driverNodeSelector);
        words.put("tolerations", tolerations.isEmpty() ? null : tolerations);
        words.put("statefulSet", statefulSet ? true : null);
        words.forEach((name, value) -> {
            if (value != null) {
                said.add(name + " " + value);
            }
        });
        return String.join(", ", said);
    }
}
