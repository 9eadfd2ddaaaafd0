package gavel.harness.platform.kubernetes;

import gavel.harness.config.machine.KubernetesSettings;
import gavel.harness.images.Image;
import gavel.harness.images.ImageNames;
import gavel.harness.topology.Tiers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Objects of one deployment in a cluster: pure. A ConfigMap owns its pods, so who deletes it deletes all. Nothing in a pod is root, has a capability
 * or a token of the API, or writes but to its own volumes; nothing of them holds a secret.
 *
 * @param name of the deployment's objects
 * @param deployment as people call it
 */
record PodObjects(String name, String deployment, KubernetesSettings settings, ImageNames images) {
    /** What every pod keeps, as it sees it. */
    static final String KEPT = "/var/lib/gavel";
    /** The runtime and the programs of the far end, which the images of servers lack. */
    static final String AGENT = "/opt/agent";

    static final String INSTANCE = "app.kubernetes.io/instance";
    static final String HOST = "gavel.host";
    static final String CONTAINER = "host";
    private static final int USER = 10_001;
    private static final String TEMPORARY = "256Mi";
    private static final long COPYING = 128;

    /** What all of its objects have. */
    String selector() {
        return INSTANCE + "=" + name;
    }

    String pod(String host) {
        return name + "-" + host;
    }

    private Map<String, Object> labels() {
        Map<String, Object> labels = new LinkedHashMap<>();
        labels.put("app.kubernetes.io/name", "gavel");
        labels.put("app.kubernetes.io/managed-by", "gavel");
        labels.put(INSTANCE, name);
        return labels;
    }

    Map<String, Object> owner() {
        Map<String, Object> owner = new LinkedHashMap<>();
        owner.put("apiVersion", "v1");
        owner.put("kind", "ConfigMap");
        owner.put("metadata", Map.of("name", name, "labels", labels()));
        owner.put("data", Map.of("deployment", deployment));
        return owner;
    }

    /** @param uid of the owner */
    Map<String, Object> pods(List<PodPlan> plans, String uid) {
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("apiVersion", "v1");
        list.put("kind", "List");
        list.put("items", plans.stream().map(plan -> pod(plan, uid)).toList());
        return list;
    }

    private Map<String, Object> pod(PodPlan plan, String uid) {
        Map<String, Object> labels = labels();
        labels.put("app.kubernetes.io/component", plan.tier());
        labels.put(HOST, plan.host());
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", pod(plan.host()));
        metadata.put("labels", labels);
        metadata.put(
                "ownerReferences", List.of(Map.of("apiVersion", "v1", "kind", "ConfigMap", "name", name, "uid", uid)));
        Map<String, Object> pod = new LinkedHashMap<>();
        pod.put("apiVersion", "v1");
        pod.put("kind", "Pod");
        pod.put("metadata", metadata);
        pod.put("spec", spec(plan));
        return pod;
    }

    private Map<String, Object> spec(PodPlan plan) {
        Map<String, Object> spec = new LinkedHashMap<>();
        // One that ends takes with it what was measured: another in its place would hide that.
        spec.put("restartPolicy", "Never");
        // The same in every result: its own name is another each time.
        spec.put("hostname", plan.host());
        spec.put("automountServiceAccountToken", false);
        spec.put("enableServiceLinks", false);
        spec.put("terminationGracePeriodSeconds", 5);
        spec.put(
                "securityContext",
                Map.of(
                        "runAsNonRoot",
                        true,
                        "runAsUser",
                        USER,
                        "runAsGroup",
                        USER,
                        "fsGroup",
                        USER,
                        "seccompProfile",
                        Map.of("type", "RuntimeDefault")));
        put(
                spec,
                "imagePullSecrets",
                settings.pullSecrets().stream()
                        .map(secret -> Map.of("name", secret))
                        .toList());
        put(
                spec,
                "tolerations",
                settings.tolerations().stream().map(PodObjects::toleration).toList());
        List<String> selector = plan.tier().equals(Tiers.DRIVER)
                        && !settings.driverNodeSelector().isEmpty()
                ? settings.driverNodeSelector()
                : settings.nodeSelector();
        if (!selector.isEmpty()) {
            Map<String, Object> wanted = new LinkedHashMap<>();
            selector.forEach(label -> wanted.put(before(label, '='), after(label, '=')));
            spec.put("nodeSelector", wanted);
        }
        spec.put("topologySpreadConstraints", List.of(spread(plan)));
        spec.put("initContainers", List.of(agent()));
        spec.put("containers", List.of(container(plan)));
        spec.put("volumes", volumes());
        return spec;
    }

    private static void put(Map<String, Object> spec, String name, List<?> values) {
        if (!values.isEmpty()) {
            spec.put(name, values);
        }
    }

    /** Instances of a tier go to nodes of their own where there are such. */
    private Map<String, Object> spread(PodPlan plan) {
        Map<String, Object> spread = new LinkedHashMap<>();
        spread.put("maxSkew", 1);
        spread.put("topologyKey", "kubernetes.io/hostname");
        spread.put("whenUnsatisfiable", "ScheduleAnyway");
        spread.put(
                "labelSelector",
                Map.of("matchLabels", Map.of(INSTANCE, name, "app.kubernetes.io/component", plan.tier())));
        return spread;
    }

    /** @param taint such as {@code dedicated=bench:NoSchedule}; without a value any will do, without an effect every one */
    static Map<String, Object> toleration(String taint) {
        String label = before(taint, ':');
        Map<String, Object> toleration = new LinkedHashMap<>();
        toleration.put("key", before(label, '='));
        toleration.put("operator", label.contains("=") ? "Equal" : "Exists");
        if (label.contains("=")) {
            toleration.put("value", after(label, '='));
        }
        if (taint.contains(":")) {
            toleration.put("effect", after(taint, ':'));
        }
        return toleration;
    }

    private static String before(String text, char mark) {
        int at = text.indexOf(mark);
        return at < 0 ? text : text.substring(0, at);
    }

    private static String after(String text, char mark) {
        return text.substring(text.indexOf(mark) + 1);
    }

    /** Copies what the far end needs to a volume of the pod. */
    private Map<String, Object> agent() {
        Map<String, Object> agent = container("agent", Image.SERVICES);
        agent.put("command", List.of("cp", "-R", "--preserve=mode,timestamps", "/opt/java", "/opt/gavel", AGENT + "/"));
        agent.put("resources", resources(COPYING, 0));
        agent.put("volumeMounts", List.of(mount("agent", AGENT)));
        return agent;
    }

    private Map<String, Object> container(PodPlan plan) {
        Map<String, Object> container = container(CONTAINER, plan.image());
        // Programs are started through the far end, as on any machine; it buries their orphans.
        container.put("command", List.of("/usr/bin/tini", "--", "sleep", "infinity"));
        container.put("workingDir", KEPT);
        Map<String, Object> resources = resources(plan.mebibytes(), plan.cpu());
        if (!resources.isEmpty()) {
            container.put("resources", resources);
        }
        Map<String, Object> agent = mount("agent", AGENT);
        agent.put("readOnly", true);
        container.put("volumeMounts", List.of(mount("kept", KEPT), mount("tmp", "/tmp"), agent));
        return container;
    }

    private Map<String, Object> container(String called, Image image) {
        Map<String, Object> container = new LinkedHashMap<>();
        container.put("name", called);
        container.put("image", images.of(image));
        // A tag may be given anew: the registry says, where there is one.
        container.put("imagePullPolicy", settings.registry() == null ? "IfNotPresent" : "Always");
        container.put(
                "securityContext",
                Map.of(
                        "allowPrivilegeEscalation",
                        false,
                        "readOnlyRootFilesystem",
                        true,
                        "capabilities",
                        Map.of("drop", List.of("ALL"))));
        return container;
    }

    /** Memory is asked for as it is limited: a node that promised it to others as well would kill one of them. */
    private static Map<String, Object> resources(long mebibytes, double cpu) {
        Map<String, Object> limits = new LinkedHashMap<>();
        if (mebibytes > 0) {
            limits.put("memory", mebibytes + "Mi");
        }
        if (cpu > 0) {
            limits.put("cpu", Math.round(cpu * 1_000) + "m");
        }
        return limits.isEmpty() ? Map.of() : Map.of("requests", limits, "limits", limits);
    }

    private List<Map<String, Object>> volumes() {
        List<Map<String, Object>> volumes = new ArrayList<>();
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put("name", "kept");
        if (settings.storageClass() == null) {
            kept.put("emptyDir", Map.of());
        } else {
            // A claim that goes with its pod.
            Map<String, Object> claim = new LinkedHashMap<>();
            claim.put("accessModes", List.of("ReadWriteOnce"));
            claim.put("storageClassName", settings.storageClass());
            claim.put(
                    "resources",
                    Map.of("requests", Map.of("storage", settings.storageSize().mebibytes() + "Mi")));
            kept.put(
                    "ephemeral",
                    Map.of("volumeClaimTemplate", Map.of("metadata", Map.of("labels", labels()), "spec", claim)));
        }
        volumes.add(kept);
        volumes.add(Map.of("name", "tmp", "emptyDir", Map.of("sizeLimit", TEMPORARY)));
        volumes.add(Map.of("name", "agent", "emptyDir", Map.of()));
        return volumes;
    }

    private static Map<String, Object> mount(String volume, String path) {
        Map<String, Object> mount = new LinkedHashMap<>();
        mount.put("name", volume);
        mount.put("mountPath", path);
        return mount;
    }
}
