package gavel.harness.platform.kubernetes;

import gavel.harness.config.machine.KubernetesSettings;
import gavel.harness.images.Image;
import gavel.harness.images.ImageNames;
import gavel.harness.platform.Autoscaler;
import gavel.harness.topology.Tiers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Objects of one deployment in a cluster: pure. A ConfigMap owns its others, so deleting it deletes all. Nothing in a pod is root, has a capability
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
    /** What Kubernetes puts on a pod of a StatefulSet. */
    static final String OF_SET = "statefulset.kubernetes.io/pod-name";

    /** A file in a pod that goes: what it kept is fetched, and it may end. */
    static final String LEAVE = "/tmp/gavel-leave";
    /** A file of the deployment in a pod: its application server is ready. */
    static final String SERVING = "serving";

    private static final String REPLICA = "app";
    private static final int GRACE = 5;
    /** A server that is taken away finishes what it has, and what it kept is fetched; then its pod is ended. */
    private static final int GRACE_OF_A_REPLICA = 120;

    /** Neither a proxy of a mesh (Istio reads a label) nor a tracer comes into a pod, and what empties idle nodes leaves it where it is measured. */
    private static final Map<String, Object> UNTOUCHED = Map.of(
            "linkerd.io/inject",
            "disabled",
            "consul.hashicorp.com/connect-inject",
            "false",
            "oneagent.dynatrace.com/inject",
            "false",
            "cluster-autoscaler.kubernetes.io/safe-to-evict",
            "false",
            "karpenter.sh/do-not-disrupt",
            "true");

    private static final int USER = 10_001;
    private static final String TEMPORARY = "256Mi";
    private static final long COPYING = 128;
    /** What the chart asks for at least. */
    private static final String UNLIMITED_CPU = "100m";

    /** What all of its objects have. */
    String selector() {
        return INSTANCE + "=" + name;
    }

    String pod(String host) {
        return replica(host) ? set() + "-" + index(host) : name + "-" + host;
    }

    /** Of the StatefulSet, and of what changes its number. */
    String set() {
        return name + "-" + REPLICA;
    }

    /** Whether the pod of a host is one of the StatefulSet, which has as many as are wanted. */
    boolean replica(String host) {
        return settings.statefulSet() && host.matches(REPLICA + "\\d+");
    }

    /** Where it comes among the pods of the StatefulSet, from 0. */
    static int index(String host) {
        return Integer.parseInt(host.substring(REPLICA.length())) - 1;
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

    /**
     * @param uid of the owner
     * @param replicas that the StatefulSet has, where there is one
     */
    Map<String, Object> pods(List<PodPlan> plans, String uid, int replicas) {
        List<Map<String, Object>> items = new ArrayList<>();
        plans.stream().filter(plan -> !replica(plan.host())).forEach(plan -> items.add(pod(plan, uid)));
        plans.stream()
                .filter(plan -> replica(plan.host()))
                .findFirst()
                .ifPresent(plan -> items.add(statefulSet(plan, uid, replicas)));
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("apiVersion", "v1");
        list.put("kind", "List");
        list.put("items", items);
        return list;
    }

    private Map<String, Object> pod(PodPlan plan, String uid) {
        Map<String, Object> metadata = metadata(pod(plan.host()), labels(plan), uid);
        metadata.put("annotations", UNTOUCHED);
        return object("v1", "Pod", metadata, spec(plan));
    }

    /** The Service of its name would be for names, which nobody asks for. */
    private Map<String, Object> statefulSet(PodPlan plan, String uid, int replicas) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("replicas", replicas);
        spec.put("serviceName", set());
        spec.put("podManagementPolicy", "Parallel");
        spec.put("selector", Map.of("matchLabels", selected(plan)));
        spec.put(
                "template",
                Map.of("metadata", Map.of("labels", labels(plan), "annotations", UNTOUCHED), "spec", spec(plan)));
        return object("apps/v1", "StatefulSet", metadata(set(), labels(), uid), spec);
    }

    /** By the mean of what the servers use, whatever they asked for. */
    Map<String, Object> autoscaler(Autoscaler.Wish wish, String uid) {
        Map<String, Object> target = new LinkedHashMap<>();
        target.put("type", "AverageValue");
        target.put("averageValue", Math.round(wish.coresEach() * 1_000) + "m");
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("scaleTargetRef", Map.of("apiVersion", "apps/v1", "kind", "StatefulSet", "name", set()));
        spec.put("minReplicas", 1);
        spec.put("maxReplicas", wish.most());
        spec.put("metrics", List.of(Map.of("type", "Resource", "resource", Map.of("name", "cpu", "target", target))));
        if (wish.settlingSeconds() != null) {
            spec.put("behavior", Map.of("scaleDown", Map.of("stabilizationWindowSeconds", wish.settlingSeconds())));
        }
        return object("autoscaling/v2", "HorizontalPodAutoscaler", metadata(set(), labels(), uid), spec);
    }

    private static Map<String, Object> object(
            String version, String kind, Map<String, Object> metadata, Map<String, Object> spec) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("apiVersion", version);
        object.put("kind", kind);
        object.put("metadata", metadata);
        object.put("spec", spec);
        return object;
    }

    private Map<String, Object> metadata(String called, Map<String, Object> labels, String uid) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", called);
        metadata.put("labels", labels);
        metadata.put(
                "ownerReferences", List.of(Map.of("apiVersion", "v1", "kind", "ConfigMap", "name", name, "uid", uid)));
        return metadata;
    }

    /** Of its pod. */
    Map<String, Object> labels(PodPlan plan) {
        Map<String, Object> labels = labels();
        labels.put("app.kubernetes.io/component", plan.tier());
        labels.put(HOST, replica(plan.host()) ? REPLICA : plan.host());
        labels.put("sidecar.istio.io/inject", "false");
        return labels;
    }

    private Map<String, Object> selected(PodPlan plan) {
        return Map.of(INSTANCE, name, "app.kubernetes.io/component", plan.tier());
    }

    private Map<String, Object> spec(PodPlan plan) {
        Map<String, Object> spec = new LinkedHashMap<>();
        // Another in place of one that ends would hide that what was measured is lost. A StatefulSet wants it so.
        spec.put("restartPolicy", replica(plan.host()) ? "Always" : "Never");
        // The same in every result: its own name is another each time.
        spec.put("hostname", plan.host());
        spec.put("automountServiceAccountToken", false);
        spec.put("enableServiceLinks", false);
        spec.put("terminationGracePeriodSeconds", replica(plan.host()) ? GRACE_OF_A_REPLICA : GRACE);
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
        spec.put("volumes", volumes(plan));
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
        spread.put("labelSelector", Map.of("matchLabels", selected(plan)));
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
        // Programs are started through the far end, as on any machine; it collects the exit codes of their orphans.
        container.put("command", List.of("/usr/bin/tini", "--", "sleep", "infinity"));
        container.put("workingDir", KEPT);
        if (replica(plan.host())) {
            List<String> leaving = List.of(
                    "timeout",
                    Integer.toString(GRACE_OF_A_REPLICA - GRACE),
                    "sh",
                    "-c",
                    "until [ -e " + LEAVE + " ]; do sleep 0.2; done");
            container.put("lifecycle", Map.of("preStop", Map.of("exec", Map.of("command", leaving))));
            container.put("startupProbe", untilServing());
        }
        container.put("resources", resources(plan.mebibytes(), plan.cpu()));
        Map<String, Object> agent = mount("agent", AGENT);
        agent.put("readOnly", true);
        List<Map<String, Object>> mounts = new ArrayList<>(List.of(mount("kept", KEPT), mount("tmp", "/tmp"), agent));
        if (ofDatabase(plan)) {
            mounts.add(mount("shared", "/dev/shm"));
        }
        container.put("volumeMounts", mounts);
        return container;
    }

    /**
     * Until its server is ready, its pod is not: an autoscaler then leaves out what the start of a server takes. Ports differ from server to server, so a
     * file tells. Once it is there nothing asks again, so under load there is no probe.
     */
    private static Map<String, Object> untilServing() {
        Map<String, Object> probe = new LinkedHashMap<>();
        probe.put("exec", Map.of("command", List.of("sh", "-c", "test -e " + KEPT + "/deployments/*/" + SERVING)));
        probe.put("periodSeconds", 5);
        probe.put("timeoutSeconds", 5);
        // Servers wait until the data are loaded, and a container that fails its probe so often is started again.
        probe.put("failureThreshold", 1_000_000);
        return probe;
    }

    private Map<String, Object> container(String called, Image image) {
        Map<String, Object> container = new LinkedHashMap<>();
        container.put("name", called);
        container.put("image", images.of(image));
        // A tag may be given anew: the registry says, where there is one. Else a node that lacks the image would
        // take one of that name from whoever has it in a public registry.
        container.put("imagePullPolicy", settings.registry() == null ? "Never" : "Always");
        // Where it fails, its pod says what it printed.
        container.put("terminationMessagePolicy", "FallbackToLogsOnError");
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

    /**
     * Memory is asked for as it is limited: a node that promised it to others as well would kill one of them. So are cores. Without a limit a few are asked
     * for, and what the far end takes: a full node would give only what all others leave, and would evict first who takes more than was asked for.
     */
    private static Map<String, Object> resources(long mebibytes, double cpu) {
        Map<String, Object> limits = new LinkedHashMap<>();
        if (mebibytes > 0) {
            limits.put("memory", mebibytes + "Mi");
        }
        if (cpu > 0) {
            limits.put("cpu", Math.round(cpu * 1_000) + "m");
        }
        Map<String, Object> requests = new LinkedHashMap<>(limits);
        requests.putIfAbsent("cpu", UNLIMITED_CPU);
        requests.putIfAbsent("memory", PodPlan.WATCHING + "Mi");
        return limits.isEmpty() ? Map.of("requests", requests) : Map.of("requests", requests, "limits", limits);
    }

    /** One that may run PostgreSQL, whose processes share what they sort and join: by itself a container has 64 MiB for that. */
    private static boolean ofDatabase(PodPlan plan) {
        return plan.image() == Image.POSTGRESQL || plan.image() == Image.SERVICES;
    }

    private List<Map<String, Object>> volumes(PodPlan plan) {
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
        if (ofDatabase(plan)) {
            // Within the limit of its container.
            volumes.add(Map.of("name", "shared", "emptyDir", Map.of("medium", "Memory")));
        }
        return volumes;
    }

    private static Map<String, Object> mount(String volume, String path) {
        return new LinkedHashMap<>(Map.of("name", volume, "mountPath", path));
    }
}
