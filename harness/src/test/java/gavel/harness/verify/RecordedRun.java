package gavel.harness.verify;

import gavel.harness.evidence.Manifest;
import gavel.harness.kind.ResultKinds;
import gavel.harness.kind.RunKind;
import gavel.harness.result.RunFindings;
import gavel.harness.result.RunResult;
import gavel.harness.result.efficiency.Price;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The result of a real run ({@code ./gavel run --set load.measure=20s} with a server that stands still for a moment), written again by this
 * version, and what somebody may do to it.
 */
final class RecordedRun {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Of the program that wrote it, as far as anybody can tell. */
    static final String PROGRAM = "recorded";

    /** Its files by their names, as this version wrote them; every test that wants one begins with them. */
    private static Map<String, byte[]> written;

    final Path directory;

    private RecordedRun(Path directory) {
        this.directory = directory;
    }

    /** In a new directory within this one. */
    static RecordedRun in(Path parent) throws IOException {
        Path directory = Files.createDirectories(parent.resolve("20261126-recorded"));
        RecordedRun run = new RecordedRun(directory);
        if (written == null) {
            run.unpack();
            run.json(root -> at(root, "/disclosure/versions").put("gavel", PROGRAM));
            run.writtenByThisVersion();
            written = run.files();
        } else {
            for (Map.Entry<String, byte[]> file : written.entrySet()) {
                Path copy = directory.resolve(file.getKey());
                Files.createDirectories(copy.getParent());
                Files.write(copy, file.getValue());
            }
        }
        return run;
    }

    private Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(directory.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    private void unpack() throws IOException {
        try (ZipInputStream zip = new ZipInputStream(RecordedRun.class.getResourceAsStream("recorded-run.zip"))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory()) {
                    Path file = directory.resolve(entry.getName());
                    Files.createDirectories(file.getParent());
                    Files.write(file, zip.readAllBytes());
                }
            }
        }
    }

    /** What was brought home is the recorded, and what is concluded from it is this version's. */
    private void writtenByThisVersion() throws IOException {
        RunResult recorded = new RunKind().read(directory);
        RunResult result = new RunFindings(
                        recorded.run(),
                        new MeasurementConditions("custom", "embedded", true, true, Map.of()),
                        recorded.load()
                                .with(recorded.load().rules().stream()
                                        .filter(rule -> !rule.rule().equals("machine"))
                                        .toList()),
                        recorded.auditBefore(),
                        recorded.auditAfter(),
                        recorded.collected(),
                        recorded.intervals(),
                        List.of(),
                        recorded.phases(),
                        recorded.actions(),
                        recorded.disclosure())
                .conclude()
                .with(Price.NONE);
        new RunKind().write(result, directory);
    }

    Verification.Report verified() throws IOException {
        return new Verification(ResultKinds.KNOWN, PROGRAM, null).of(directory);
    }

    /** As somebody does who knows how. */
    void remakeManifest() throws IOException {
        Manifest.write(directory, "made anew");
    }

    /** What is done to the tree of result.json. */
    interface Edit {
        void of(ObjectNode root);
    }

    void json(Edit edit) throws IOException {
        Path file = directory.resolve("result.json");
        ObjectNode root = (ObjectNode) JSON.readTree(Files.readAllBytes(file));
        edit.of(root);
        Files.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(root));
    }

    void text(String name, UnaryOperator<String> edit) throws IOException {
        Path file = directory.resolve(name);
        Files.writeString(file, edit.apply(Files.readString(file)));
    }

    void delete(String name) throws IOException {
        Files.delete(directory.resolve(name));
    }

    static ObjectNode at(JsonNode root, String pointer) {
        return (ObjectNode) root.at(JsonPointer.compile(pointer));
    }

    static ArrayNode list(JsonNode root, String pointer) {
        return (ArrayNode) root.at(JsonPointer.compile(pointer));
    }

    /** The one of a name, such as an operation. */
    static ObjectNode named(JsonNode root, String pointer, String field, String value) {
        for (JsonNode each : list(root, pointer)) {
            if (each.get(field).asString().equals(value)) {
                return (ObjectNode) each;
            }
        }
        throw new IllegalArgumentException("nothing of " + pointer + " is called " + value);
    }

    static void add(ObjectNode node, String field, long more) {
        node.put(field, node.get(field).asLong() + more);
    }

    static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
}
