package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.images.Image;
import gavel.harness.images.ImageNames;
import gavel.harness.platform.Autoscaler;
import gavel.harness.topology.Tiers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PodObjectsTest {
    private static final PodPlan APP = new PodPlan("app1", Tiers.APP_SERVERS, Image.APP, 900, 1.5);
    private static final PodPlan DRIVER = new PodPlan("driver1", Tiers.DRIVER, Image.DRIVER, 0, 0);

    private static PodObjects objects(String... settings) {
        Configuration configuration = PodPlanTest.configuration("minimal", settings);
        return new PodObjects(
                "gavel-ab12", "minimal", configuration.kubernetes(), new ImageNames("registry.example:5000", "1.0"));
    }

    private static JsonNode pod(PodPlan plan, String... settings) {
        return json(objects(settings).pods(List.of(plan), "uid-7", 2)).at("/items/0");
    }

    private static JsonNode json(Map<String, Object> object) {
        return new JsonMapper().valueToTree(object);
    }

    private static List<String> words(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void allOfThemBelongToOneOwner() {
        JsonNode owner = json(objects().owner());
        JsonNode reference = pod(APP).at("/metadata/ownerReferences/0");

        assertThat(owner.at("/kind").asString()).isEqualTo("ConfigMap");
        assertThat(reference.at("/name").asString())
                .isEqualTo(owner.at("/metadata/name").asString());
        assertThat(reference.at("/uid").asString()).isEqualTo("uid-7");
        assertThat(owner.at("/data/deployment").asString()).isEqualTo("minimal");
    }

    @Test
    void theLabelOfTheDeploymentFindsThemAll() {
        String[] selector = objects().selector().split("=");

        assertThat(json(objects().owner())
                        .at("/metadata/labels")
                        .path(selector[0])
                        .asString())
                .isEqualTo(selector[1]);
        assertThat(pod(APP).at("/metadata/labels").path(selector[0]).asString()).isEqualTo(selector[1]);
        assertThat(pod(APP).at("/metadata/labels/gavel.host").asString()).isEqualTo("app1");
        assertThat(pod(APP).at("/metadata/name").asString()).isEqualTo("gavel-ab12-app1");
    }

    /** Pod Security Standard "restricted", and no token. */
    @Test
    void nothingInAPodHasRights() {
        JsonNode spec = pod(APP).path("spec");

        assertThat(spec.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(spec.at("/securityContext/runAsUser").asInt()).isEqualTo(10_001);
        assertThat(spec.at("/securityContext/seccompProfile/type").asString()).isEqualTo("RuntimeDefault");
        assertThat(spec.at("/automountServiceAccountToken").asBoolean(true)).isFalse();
        for (String container : List.of("/initContainers/0", "/containers/0")) {
            JsonNode context = spec.at(container + "/securityContext");
            assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
            assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
            assertThat(words(context.at("/capabilities/drop"))).containsExactly("ALL");
            assertThat(spec.at(container + "/terminationMessagePolicy").asString())
                    .as("why it failed is known without a right to read its log")
                    .isEqualTo("FallbackToLogsOnError");
        }
    }

    @Test
    void nobodyPutsAnythingIntoThemOrMovesThem() {
        JsonNode metadata = pod(APP).path("metadata");
        JsonNode replicated = json(objects("kubernetes.statefulSet=true", "webServers.implementation=nginx")
                        .pods(List.of(APP), "uid-7", 2))
                .at("/items/0/spec/template/metadata");

        for (JsonNode one : List.of(metadata, replicated)) {
            assertThat(one.path("labels").path("sidecar.istio.io/inject").asString())
                    .isEqualTo("false");
            assertThat(one.path("annotations").path("linkerd.io/inject").asString())
                    .isEqualTo("disabled");
            assertThat(one.path("annotations")
                            .path("oneagent.dynatrace.com/inject")
                            .asString())
                    .isEqualTo("false");
            assertThat(one.path("annotations")
                            .path("karpenter.sh/do-not-disrupt")
                            .asString())
                    .isEqualTo("true");
            assertThat(one.path("annotations")
                            .path("cluster-autoscaler.kubernetes.io/safe-to-evict")
                            .asString())
                    .isEqualTo("false");
        }
    }

    @Test
    void aPodThatEndsStaysEnded() {
        assertThat(pod(APP).at("/spec/restartPolicy").asString()).isEqualTo("Never");
        assertThat(pod(APP).at("/spec/hostname").asString()).isEqualTo("app1");
    }

    @Test
    void whatIsPromisedIsWhatIsAllowed() {
        JsonNode resources = pod(APP).at("/spec/containers/0/resources");

        assertThat(resources.path("limits")).isEqualTo(resources.path("requests"));
        assertThat(resources.at("/limits/memory").asString()).isEqualTo("900Mi");
        assertThat(resources.at("/limits/cpu").asString()).isEqualTo("1500m");
    }

    /** With no request a pod has 1/512 of the weight of a core (cpu.shares 2): beside others on a full node it stands still. */
    @Test
    void whoeverHasNoLimitAsksForALittle() {
        JsonNode resources = pod(DRIVER).at("/spec/containers/0/resources");

        assertThat(resources.toString()).isEqualTo("{\"requests\":{\"cpu\":\"100m\",\"memory\":\"256Mi\"}}");
        JsonNode database = pod(new PodPlan("database1", Tiers.RELATIONAL, Image.POSTGRESQL, 900, 0))
                .at("/spec/containers/0/resources");
        assertThat(database.at("/requests/cpu").asString()).isEqualTo("100m");
        assertThat(database.at("/limits").toString()).as("it may take more").isEqualTo("{\"memory\":\"900Mi\"}");
    }

    @Test
    void theFarEndComesFromItsOwnImage() {
        JsonNode spec = pod(APP).path("spec");

        assertThat(spec.at("/initContainers/0/image").asString()).isEqualTo("registry.example:5000/gavel/services:1.0");
        assertThat(spec.at("/containers/0/image").asString()).isEqualTo("registry.example:5000/gavel/app:1.0");
        JsonNode agent = spec.at("/containers/0/volumeMounts/2");
        assertThat(agent.path("mountPath").asString()).isEqualTo("/opt/agent");
        assertThat(agent.path("readOnly").asBoolean()).isTrue();
    }

    @Test
    void anImageThatWasMadeAnewIsPulledAgain() {
        assertThat(pod(APP, "kubernetes.registry=r.example:5000")
                        .at("/spec/containers/0/imagePullPolicy")
                        .asString())
                .isEqualTo("Always");
        assertThat(pod(APP).at("/spec/initContainers/0/imagePullPolicy").asString())
                .as("nobody could be asked for it")
                .isEqualTo("Never");
    }

    @Test
    void whatIsKeptIsOnTheNodeUnlessAClassIsNamed() {
        assertThat(pod(APP).at("/spec/volumes/0/emptyDir").isObject()).isTrue();

        JsonNode claimed = pod(APP, "kubernetes.storageClass=fast", "kubernetes.storageSize=20g")
                .at("/spec/volumes/0");
        assertThat(claimed.has("emptyDir")).isFalse();
        JsonNode claim = claimed.at("/ephemeral/volumeClaimTemplate");
        assertThat(claim.at("/spec/storageClassName").asString()).isEqualTo("fast");
        assertThat(claim.at("/spec/resources/requests/storage").asString()).isEqualTo("20480Mi");
        assertThat(claim.at("/metadata/labels").path(PodObjects.INSTANCE).asString())
                .isEqualTo("gavel-ab12");
    }

    /** With 64 MiB a large join of the audit ends with "could not resize shared memory segment". */
    @Test
    void aDatabaseSharesAsMuchMemoryAsItsContainerHas() {
        JsonNode spec = pod(new PodPlan("database1", Tiers.RELATIONAL, Image.POSTGRESQL, 900, 0))
                .path("spec");

        assertThat(spec.at("/containers/0/volumeMounts/3/mountPath").asString()).isEqualTo("/dev/shm");
        assertThat(spec.at("/volumes/3/emptyDir").toString()).isEqualTo("{\"medium\":\"Memory\"}");
        assertThat(pod(APP).at("/spec/volumes").size()).isEqualTo(3);
    }

    @Test
    void driversMayHaveNodesOfTheirOwn() {
        String[] settings = {"kubernetes.nodeSelector=[pool=bench,disk=]", "kubernetes.driverNodeSelector=[pool=load]"};

        assertThat(pod(APP, settings).at("/spec/nodeSelector").toString())
                .isEqualTo("{\"pool\":\"bench\",\"disk\":\"\"}");
        assertThat(pod(DRIVER, settings).at("/spec/nodeSelector").toString()).isEqualTo("{\"pool\":\"load\"}");
        assertThat(pod(DRIVER, settings[0]).at("/spec/nodeSelector/pool").asString())
                .isEqualTo("bench");
        assertThat(pod(APP).at("/spec").has("nodeSelector")).isFalse();
    }

    @Test
    void instancesOfATierGoToDifferentNodes() {
        JsonNode spread = pod(APP).at("/spec/topologySpreadConstraints/0");

        assertThat(spread.path("whenUnsatisfiable").asString())
                .as("one node is enough")
                .isEqualTo("ScheduleAnyway");
        assertThat(spread.at("/labelSelector/matchLabels")
                        .path("app.kubernetes.io/component")
                        .asString())
                .isEqualTo(Tiers.APP_SERVERS);
    }

    @Test
    void secretsOfRegistriesAreNamed() {
        assertThat(pod(APP, "kubernetes.pullSecrets=[one,two]")
                        .at("/spec/imagePullSecrets")
                        .toString())
                .isEqualTo("[{\"name\":\"one\"},{\"name\":\"two\"}]");
        assertThat(pod(APP).at("/spec").has("imagePullSecrets")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dedicated=bench:NoSchedule | {key=dedicated, operator=Equal, value=bench, effect=NoSchedule}",
                "dedicated:NoExecute | {key=dedicated, operator=Exists, effect=NoExecute}",
                "example.com/gpu | {key=example.com/gpu, operator=Exists}",
                "a=b | {key=a, operator=Equal, value=b}"
            })
    void aTaintIsToleratedAsItIsWritten(String taint, String toleration) {
        assertThat(PodObjects.toleration(taint)).hasToString(toleration);
        assertThat(pod(APP, "kubernetes.tolerations=[" + taint + "]")
                        .at("/spec/tolerations/0/key")
                        .isString())
                .isTrue();
    }

    /** Its pods are found by the same label and differ from others only in what a StatefulSet asks of them. */
    @Test
    void applicationServersMayBeAStatefulSet() {
        String[] setting = {"kubernetes.statefulSet=true"};
        PodPlan second = new PodPlan("app2", Tiers.APP_SERVERS, Image.APP, 900, 1.5);
        JsonNode items = json(objects(setting).pods(List.of(DRIVER, APP, second), "uid-7", 2))
                .path("items");

        assertThat(items).hasSize(2);
        assertThat(items.at("/0/kind").asString()).isEqualTo("Pod");
        JsonNode set = items.at("/1");
        assertThat(set.at("/kind").asString()).isEqualTo("StatefulSet");
        assertThat(set.at("/metadata/name").asString()).isEqualTo("gavel-ab12-app");
        assertThat(set.at("/metadata/ownerReferences/0/uid").asString()).isEqualTo("uid-7");
        assertThat(set.at("/spec/replicas").asInt()).isEqualTo(2);
        JsonNode labels = set.at("/spec/template/metadata/labels");
        set.at("/spec/selector/matchLabels").properties().forEach(label -> assertThat(labels.path(label.getKey()))
                .isEqualTo(label.getValue()));
        JsonNode spec = set.at("/spec/template/spec");
        assertThat(spec.at("/restartPolicy").asString()).isEqualTo("Always");
        assertThat(spec.at("/containers/0/resources/limits/memory").asString()).isEqualTo("900Mi");
        assertThat(spec.at("/terminationGracePeriodSeconds").asInt()).isEqualTo(120);
        assertThat(words(spec.at("/containers/0/lifecycle/preStop/exec/command")))
                .as("it stays until the harness lets it go")
                .containsExactly("timeout", "115", "sh", "-c", "until [ -e /tmp/gavel-leave ]; do sleep 0.2; done");
    }

    /** An autoscaler leaves out pods that are not ready: what the start of a server takes is no load. */
    @Test
    void aPodOfAStatefulSetIsNotReadyBeforeItsServerIs() {
        JsonNode container = json(objects("kubernetes.statefulSet=true").pods(List.of(APP), "uid-7", 2))
                .at("/items/0/spec/template/spec/containers/0");

        assertThat(words(container.at("/startupProbe/exec/command")))
                .containsExactly("sh", "-c", "test -e /var/lib/gavel/deployments/*/serving");
        assertThat(container.at("/startupProbe/failureThreshold").asInt())
                .as("nobody starts it again while the data are loaded")
                .isGreaterThan(100_000);
        assertThat(container.has("readinessProbe"))
                .as("nothing probes it under load")
                .isFalse();
        assertThat(pod(APP).at("/spec/containers/0").has("startupProbe"))
                .as("nothing counts the others")
                .isFalse();
    }

    @Test
    void aHostOfAStatefulSetHasThePodOfItsNumber() {
        PodObjects objects = objects("kubernetes.statefulSet=true");

        assertThat(objects.pod("app1")).isEqualTo("gavel-ab12-app-0");
        assertThat(objects.pod("app12")).isEqualTo("gavel-ab12-app-11");
        assertThat(objects.pod("driver1")).isEqualTo("gavel-ab12-driver1");
        assertThat(objects().pod("app1")).isEqualTo("gavel-ab12-app1");
        assertThat(objects().replica("app1")).isFalse();
    }

    @Test
    void anAutoscalerHoldsServersAtTheirMean() {
        JsonNode scaler = json(objects().autoscaler(new Autoscaler.Wish(3, 0.18, null), "uid-7"));

        assertThat(scaler.at("/apiVersion").asString()).isEqualTo("autoscaling/v2");
        assertThat(scaler.at("/spec/scaleTargetRef/kind").asString()).isEqualTo("StatefulSet");
        assertThat(scaler.at("/spec/scaleTargetRef/name").asString()).isEqualTo("gavel-ab12-app");
        assertThat(scaler.at("/spec/maxReplicas").asInt()).isEqualTo(3);
        assertThat(scaler.at("/spec/metrics/0/resource/target/averageValue").asString())
                .isEqualTo("180m");
        assertThat(scaler.at("/spec/behavior").isMissingNode())
                .as("what Kubernetes does by itself")
                .isTrue();
        assertThat(json(objects().autoscaler(new Autoscaler.Wish(3, 0.18, 60), "uid-7"))
                        .at("/spec/behavior/scaleDown/stabilizationWindowSeconds")
                        .asInt())
                .isEqualTo(60);
    }
}
