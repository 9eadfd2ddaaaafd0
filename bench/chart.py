"""Renders the Helm chart in many ways and looks at what comes out. Started by chart.sh."""
import base64
import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

KEY = "k" * 32
# Ways to deploy in which different values matter.
WAYS = {
    "minimal": {},
    "small": {
        "relational": {"implementation": "postgresql"},
        "broker": {"implementation": "rabbitmq"},
        "documents": {"implementation": "server"},
        "webServers": {"implementation": "nginx"},
        "balancers": {"implementation": "haproxy"},
        "drivers": {"count": 2},
    },
    "elastic": {
        "balancers": {"implementation": "haproxy"},
        "appServers": {"autoscaling": {"enabled": True}},
        "monitoring": {"serviceMonitor": True},
        "service": {"type": "NodePort"},
        "network": {"from": [{"podSelector": {}}], "metricsFrom": [{"podSelector": {}}]},
    },
    "external": {
        "relational": {"implementation": "external", "url": "jdbc:postgresql://db/x", "passwordSecret": "a"},
        "broker": {"implementation": "external", "host": "broker", "passwordSecret": "b"},
        "documents": {"implementation": "external", "uriSecret": "c"},
    },
    # Embedded still, with everything that external ones need.
    "prepared": {
        "relational": {"url": "jdbc:postgresql://db/x", "passwordSecret": "a"},
        "broker": {"host": "broker", "passwordSecret": "b"},
        "documents": {"uriSecret": "c"},
    },
    "watched": {"network": {"metricsFrom": [{"podSelector": {}}]}},
    # From a registry: other images are never pulled.
    "nginx": {"webServers": {"implementation": "nginx"}, "images": {"registry": "r.example"}},
}
WAYS["balancers-embedded"] = {"balancers": {"implementation": "haproxy"}}


def merged(base, more):
    result = copy.deepcopy(base)
    for key, value in more.items():
        result[key] = merged(result[key], value) if isinstance(value, dict) and isinstance(result.get(key), dict) else value
    return result


class Chart:
    def __init__(self, home):
        self.directory = os.path.join(home, "deploy/helm/gavel")
        self.values = yaml.safe_load(open(os.path.join(self.directory, "values.yaml")))
        self.schema = json.load(open(os.path.join(self.directory, "values.schema.json")))
        self.runs = 0

    def render(self, values, version="1.34.4"):
        """The objects, or what Helm says against the values."""
        self.runs += 1
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            yaml.safe_dump(values, file)
            file.flush()
            run = subprocess.run(
                ["helm", "template", "gavel", self.directory, "--kube-version", version, "--values", file.name,
                 "--api-versions", "monitoring.coreos.com/v1"],
                capture_output=True, text=True)
        if run.returncode:
            raise ValueError("\n".join(line for line in run.stderr.splitlines() if "symbolic link" not in line))
        return run.stdout

    def objects(self, values):
        found = {}
        for thing in yaml.safe_load_all(self.render(values)):
            if thing:
                if thing["kind"] == "Secret" and thing["type"] == "kubernetes.io/tls":
                    thing["data"] = {}  # of its own each time
                found[thing["kind"] + "/" + thing["metadata"]["name"]] = thing
        return found


def leaves(values, schema, path=()):
    for key, value in values.items():
        below = schema["properties"][key]
        if "properties" in below:
            yield from leaves(value, below, path + (key,))
        else:
            yield path + (key,), value, below


def put(values, path, value):
    result = copy.deepcopy(values)
    place = result
    for key in path[:-1]:
        place = place.setdefault(key, {})
    place[path[-1]] = value
    return result


SPECIAL = {
    ("images", "registry"): "registry.example:5000",
    ("secrets", "key"): "x" * 40,
    ("relational", "url"): "jdbc:postgresql://other/x",
    ("relational", "storage", "size"): "9Gi",
    ("broker", "storage", "size"): "9Gi",
    ("documents", "minutes"): 600,
    ("drivers", "count"): 3,
    ("network", "proxies"): ["10.1.0.0/16"],
    ("network", "from"): [{"namespaceSelector": {}}],
    ("network", "metricsFrom"): [{"namespaceSelector": {}}],
}


def others(path, value, schema):
    """Other values that the schema permits."""
    if path in SPECIAL:
        return [SPECIAL[path]]
    if "$ref" in schema:
        return ["333m"]
    kinds = schema.get("type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if "enum" in schema:
        return [other for other in schema["enum"] if other not in (value, None)]
    if "boolean" in kinds:
        return [not value]
    if "integer" in kinds:
        return [4 if path == ("appServers", "bcryptCost") else (value or 700) + 1]
    if "array" in kinds:
        item = schema["items"]
        flag = "-XX:+AlwaysPreTouch" if "jvmFlags" in path else "other"
        return [[{"key": "k", "operator": "Exists"}] if item.get("type") == "object" else value + [flag]]
    if "object" in kinds:
        if path == ("appServers", "settings"):
            return [{"logging": {"level": {"root": "debug"}}}]
        return [{"jit": "off"} if path == ("relational", "settings") else {"example.org/a": "b"}]
    if "ms|s|m|h" in schema.get("pattern", ""):
        return ["77s"]
    return ["other"]


def wrong(path, schema):
    """Values that the schema must refuse."""
    kinds = schema.get("type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if "enum" in schema:
        return ["nothing-like-it"]
    if "boolean" in kinds or "integer" in kinds or "$ref" in schema:
        return ["many"]
    if "array" in kinds or "object" in kinds:
        return [7]
    return ["\u0000 white space \u0000"] if "pattern" in schema else [7]


class Report:
    def __init__(self):
        self.failed = 0

    def say(self, what, problems):
        self.failed += bool(problems)
        print(("✗ " if problems else "✓ ") + what + "".join("\n    " + str(problem) for problem in problems), flush=True)


def mutations(chart, report):
    bases = {}
    for name, way in WAYS.items():
        bases[name] = merged(put(chart.values, ("secrets", "key"), KEY), way)
    rendered = {name: chart.objects(values) for name, values in bases.items()}
    silent, refused, accepted, count = [], [], [], 0
    for path, value, schema in leaves(chart.values, chart.schema):
        for other in others(path, value, schema):
            count += 1
            changed = False
            for name, values in bases.items():
                try:
                    if chart.objects(put(values, path, other)) != rendered[name]:
                        changed = True
                        break
                except ValueError as problem:
                    if "is missing" not in str(problem):
                        refused.append(".".join(path) + " = %r: %s" % (other, str(problem).splitlines()[-1]))
            if not changed:
                silent.append(".".join(path) + " = %r" % (other,))
        for bad in wrong(path, schema):
            try:
                chart.render(put(chart.values, path, bad))
                accepted.append(".".join(path) + " = %r" % (bad,))
            except ValueError as problem:
                if path[-1] not in str(problem):
                    accepted.append("%s is refused without its name: %s" % (".".join(path), problem))
    report.say("each of %d other values changes what is rendered" % count, silent + refused)
    report.say("a wrong value of each key is refused by name", accepted)
    try:
        chart.render({"appServers": {"coun": 2}})
        report.say("an unknown key is refused", ["appServers.coun"])
    except ValueError:
        report.say("an unknown key is refused", [])
    try:
        chart.render(merged(chart.values, {"monitoring": {"serviceMonitor": True}}))
        report.say("figures that nobody may read are refused", ["monitoring.serviceMonitor"])
    except ValueError as problem:
        report.say("figures that nobody may read are refused", [] if "network.metricsFrom" in str(problem) else [problem])
    again = {name: chart.objects(values) for name, values in bases.items()}
    report.say("the same values make the same objects", [name for name in bases if again[name] != rendered[name]])
    return bases


def secret(objects, name, file):
    return base64.b64decode(objects["Secret/gavel-" + name]["data"][file]).decode()


def flat(tree, path=""):
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from flat(value, path + "." + key if path else key)
    else:
        yield path, tree


def flag(objects, kind, name, container, prefix):
    pod = objects[kind + "/gavel-" + name]["spec"]["template"]["spec"]
    args = next(c for c in pod["containers"] if c["name"] == container)["args"]
    return next(int(re.sub(r"\D", "", arg)) for arg in args if arg.startswith(prefix))


# What a deployment of its own decides, and the chart decides otherwise.
OWN = re.compile(r"\.(password|token|uri|url|host|port|address|internal-proxies)$|^gavel\.node$|^gavel\.broker\.others$|^management\.server")


def figures(chart, report, home):
    problems = []
    cases = json.load(open(os.path.join(home, "bench/chart-figures.json")))
    for case in cases:
        values = merged(chart.values, merged(WAYS["small"], {
            "users": case["users"], "data": {"users": case["setUsers"], "images": case["images"]},
            "appServers": {"count": case["servers"]}, "drivers": {"count": 1}}))
        objects = chart.objects(values)
        tuning = dict(re.findall(r"^(\w+) = '(.*)'$", secret(objects, "relational", "postgresql.conf"), re.M))
        pod = objects["Deployment/gavel-app"]["spec"]["template"]["spec"]
        job = next(name for name in objects if name.startswith("Job/gavel-load-"))[len("Job/gavel-"):]
        found = {
            "appHeap": flag(objects, "Deployment", "app", "app", "-Xmx"),
            "appMemory": int(pod["containers"][0]["resources"]["limits"]["memory"][:-2]),
            "loaderHeap": flag(objects, "Job", job, "load", "-Xmx"),
            "loaderMemory": int(objects["Job/gavel-" + job]["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]["memory"][:-2]),
            "driverHeap": flag(objects, "StatefulSet", "driver", "driver", "-Xmx"),
            "documentHeap": flag(objects, "StatefulSet", "documents", "services", "-Xmx"),
            "brokerMemory": int(re.search(r"absolute = (\d+)MiB", secret(objects, "broker", "rabbitmq.conf")).group(1)),
            "imageCache": int(re.search(r"max_size=(\d+)m", secret(objects, "web", "nginx.conf")).group(1)),
            "databaseMemory": int(objects["StatefulSet/gavel-relational"]["spec"]["template"]["spec"]["containers"][0]
                                  ["resources"]["limits"]["memory"][:-2]),
        }
        found.update({"database." + name: tuning.get(name) for name in case["database"]})
        expected = {name: case[name] for name in found if not name.startswith("database.")}
        expected.update({"database." + name: value for name, value in case["database"].items()})
        app = dict(flat(yaml.safe_load(secret(objects, "app", "app.yaml"))))
        there = dict(flat(case["app"]))
        found.update({"app." + name: value for name, value in app.items() if not OWN.search(name)})
        expected.update({"app." + name: value for name, value in there.items() if not OWN.search(name)})
        problems += ["%d users: %s is %s, the harness says %s" % (case["users"], name, found.get(name), expected.get(name))
                     for name in sorted(set(found) | set(expected)) if found.get(name) != expected.get(name)]
    report.say("sizes and settings are those of the harness (%d deployments)" % len(cases), problems or ([] if cases else ["no figures"]))


def programs(chart, report, bases):
    """Nginx and HAProxy judge what was made for them, with files where the container would have them."""
    for name, values in bases.items():
        objects = chart.objects(values)
        for kind, file, command in (("web", "nginx.conf", ["nginx", "-t", "-e", "stderr", "-c"]), ("balancer", "haproxy.cfg", ["haproxy", "-c", "-f"])):
            if "Secret/gavel-" + kind not in objects:
                continue
            if not shutil.which(command[0], path=os.environ["PATH"] + ":/usr/sbin"):
                print("! %s is not installed: its configuration was NOT TESTED" % command[0])
                continue
            with tempfile.TemporaryDirectory() as directory:
                os.makedirs(directory + "/tls")
                subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=x",
                                "-keyout", directory + "/tls/server.pem.key", "-out", directory + "/tls/server.pem"], check=True, capture_output=True)
                for each in objects["Secret/gavel-" + kind]["data"]:
                    text = secret(objects, kind, each).replace("/etc/gavel", directory).replace("/var/lib/gavel", directory)
                    # Names of pods mean nothing here.
                    text = text.replace("server gavel-app:8080", "server 127.0.0.1:8080")
                    open(os.path.join(directory, each), "w").write(text)
                run = subprocess.run(command + [os.path.join(directory, file)], capture_output=True, text=True,
                                     env=dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin"))
                report.say("%s accepts the configuration of %s" % (command[0], name), [] if run.returncode == 0 else run.stderr.splitlines()[-5:])


def conventions(chart, report, bases):
    problems = []
    for way, values in bases.items():
        for name, thing in chart.objects(values).items():
            labels = thing["metadata"].get("labels", {})
            for label in ("name", "instance", "component", "version", "part-of", "managed-by"):
                if "app.kubernetes.io/" + label not in labels:
                    problems.append("%s: %s has no label %s" % (way, name, label))
            pod = thing["spec"] if thing["kind"] == "Pod" else thing.get("spec", {}).get("template", {}).get("spec") if thing["kind"] in ("Deployment", "StatefulSet", "Job") else None
            if not pod:
                continue
            if pod.get("automountServiceAccountToken") is not False or not pod["securityContext"]["runAsNonRoot"]:
                problems.append("%s: %s has a token or may be root" % (way, name))
            for container in pod["containers"] + pod.get("initContainers", []):
                where = "%s: %s/%s" % (way, name, container["name"])
                context = container["securityContext"]
                if context["allowPrivilegeEscalation"] or not context["readOnlyRootFilesystem"] or context["capabilities"] != {"drop": ["ALL"]}:
                    problems.append(where + " has rights")
                for part in ("requests", "limits"):
                    if set(container["resources"][part]) != {"cpu", "memory"}:
                        problems.append(where + " has no " + part)
            if thing["kind"] in ("Deployment", "StatefulSet"):
                for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
                    problems += ["%s: %s has no %s" % (way, name, probe) for c in pod["containers"] if probe not in c]
                if not pod.get("topologySpreadConstraints"):
                    problems.append("%s: %s is not spread" % (way, name))
    named = merged(WAYS["small"], {"relational": {"image": "postgres:17"}})
    for values, own in ((named, "Never"), (merged(named, {"images": {"registry": "r.example"}}), "IfNotPresent")):
        for name, thing in chart.objects(merged(chart.values, values)).items():
            for container in thing.get("spec", {}).get("template", {}).get("spec", {}).get("containers", []):
                expected = "IfNotPresent" if container["image"] == "postgres:17" else own
                if container["imagePullPolicy"] != expected:
                    problems.append("%s: %s is pulled %s" % (name, container["image"], container["imagePullPolicy"]))
    report.say("labels, rights, limits, probes and pulls of every pod", problems)


def lint(chart, report, bases):
    problems = []
    for name, values in bases.items():
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            yaml.safe_dump(values, file)
            file.flush()
            run = subprocess.run(["helm", "lint", "--strict", chart.directory, "--values", file.name], capture_output=True, text=True)
            if run.returncode:
                problems.append(name + ": " + run.stdout + run.stderr[-500:])
    report.say("helm lint --strict", problems)


def conformity(text, schemas, version):
    """How many objects were found valid, and what was said of others."""
    run = subprocess.run(
        ["kubeconform", "-strict", "-output", "json", "-summary", "-kubernetes-version", version, "-skip", "ServiceMonitor", "-schema-location",
         schemas + "/{{.NormalizedKubernetesVersion}}-standalone{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json"],
        input=text, capture_output=True, text=True)
    said = json.loads(run.stdout)
    bad = [each.get("msg") for each in said.get("resources") or [] if each["status"] not in ("statusValid", "statusSkipped")]
    return said["summary"]["valid"], bad


def conform(chart, report, bases, schemas, versions):
    for version in versions:
        problems, count = [], 0
        for name, values in bases.items():
            text = chart.render(values, version)
            valid, bad = conformity(text, schemas, version)
            count += valid
            problems += ["%s: %s" % (name, message) for message in bad]
        if not conformity(text.replace("maxUnavailable: 1\n", "mostUnavailable: 1\n"), schemas, version)[1]:
            problems.append("a field that does not exist is not noticed")
        report.say("%d objects conform to Kubernetes %s" % (count, version), problems or ([] if count else ["none was looked at"]))


def schemas(target, document):
    """A schema for each kind, from the API server's document of its objects; unknown fields are errors."""
    definitions = json.load(open(document))["definitions"]
    for name, each in definitions.items():
        if "properties" in each and "additionalProperties" not in each:
            each["additionalProperties"] = False
    quantity = definitions.get("io.k8s.apimachinery.pkg.api.resource.Quantity", {})
    quantity["type"] = ["string", "number"]
    definitions["io.k8s.apimachinery.pkg.util.intstr.IntOrString"] = {"type": ["string", "integer"]}
    partial = target + ".partial"
    shutil.rmtree(partial, ignore_errors=True)
    os.makedirs(partial)
    text = json.dumps(definitions).replace('"#/definitions/', '"_definitions.json#/definitions/')
    json.dump({"definitions": json.loads(text.replace("_definitions.json#", "#"))}, open(partial + "/_definitions.json", "w"))
    for name, each in definitions.items():
        for kind in each.get("x-kubernetes-group-version-kind", []):
            group = kind["group"].split(".")[0]
            file = "-".join(filter(None, [kind["kind"].lower(), group, kind["version"]])) + ".json"
            json.dump({"$ref": "_definitions.json#/definitions/" + name}, open(os.path.join(partial, file), "w"))
    os.rename(partial, target)


def check(home, schema_directory=None, *versions):
    chart, report = Chart(home), Report()
    bases = mutations(chart, report)
    lint(chart, report, bases)
    conventions(chart, report, bases)
    figures(chart, report, home)
    programs(chart, report, bases)
    if schema_directory:
        conform(chart, report, bases, schema_directory, versions)
    print("chart: %s after %d renderings" % ("%d checks FAILED" % report.failed if report.failed else "all as it should be", chart.runs))
    return 1 if report.failed else 0


if __name__ == "__main__":
    if sys.argv[1] == "schemas":
        schemas(*sys.argv[2:])
    else:
        sys.exit(check(*sys.argv[2:]))
