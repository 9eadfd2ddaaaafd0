package gavel.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.LoadReport.Latency;
import gavel.harness.peak.Climb;
import gavel.harness.peak.SearchSettings;
import gavel.harness.peak.pair.PairJournal;
import gavel.harness.peak.pair.Side;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.DeflaterOutputStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that were cut, damaged or made by somebody who means harm. */
class DamagedFilesTest {
    private static final int COOKIE = 0x1c849303;
    private static final int COMPRESSED = 0x1c849304;

    @TempDir
    private Path directory;

    /** What a histogram's encoding says of itself, before its counts. */
    private static String header(int counts, int digits, long highest) throws IOException {
        ByteBuffer packed = ByteBuffer.allocate(40)
                .putInt(COOKIE | 0x10)
                .putInt(counts)
                .putInt(0)
                .putInt(digits)
                .putLong(1)
                .putLong(highest)
                .putDouble(1);
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(deflated)) {
            deflater.write(packed.array());
        }
        ByteBuffer whole = ByteBuffer.allocate(8 + deflated.size())
                .putInt(COMPRESSED | 0x10)
                .putInt(deflated.size())
                .put(deflated.toByteArray());
        return Base64.getEncoder().encodeToString(whole.array());
    }

    /** 80 characters that say they are two gibibytes, which the decoder would ask for before it looks. */
    @ParameterizedTest
    @CsvSource({
        "2147483647, 3, 600000000",
        "2147483646, 3, 600000000",
        "1000000000, 3, 600000000",
        "-1, 3, 600000000",
        "16, 5, 600000000",
        "16, 2147483647, 600000000",
        "16, 3, 9223372036854775807"
    })
    void aHistogramThatSaysItIsHugeIsRefusedBeforeAnythingIsAllocated(int counts, int digits, long highest)
            throws IOException {
        String text = header(counts, digits, highest);
        assertThatThrownBy(() -> Histograms.parsed(text))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a histogram in the result cannot be decoded: it is larger than any driver writes");
    }

    @Test
    void oneOfTheSizeThatDriversWriteIsRead() throws IOException {
        // No counts follow: an empty one.
        assertThat(Histograms.parsed(header(0, 3, 600_000_000)).getTotalCount()).isZero();
    }

    @Test
    void whatIsCutOrChangedAnywhereIsReadOrRefusedAndNothingElse() {
        Histogram histogram = new Histogram(1, 600_000_000L, 3);
        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < 500; i++) {
            histogram.recordValue(1 + random.nextInt(5_000_000));
        }
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        byte[] good = Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
        assertThat(Histograms.parsed(Base64.getEncoder().encodeToString(good))).isEqualTo(histogram);
        int refused = 0;
        for (int i = 0; i < 3_000; i++) {
            byte[] bytes = Arrays.copyOf(good, random.nextBoolean() ? good.length : random.nextInt(good.length));
            for (int changes = random.nextInt(4); changes > 0 && bytes.length > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                Histograms.parsed(Base64.getEncoder().encodeToString(bytes));
            } catch (IllegalStateException expected) {
                refused++;
            }
        }
        assertThat(refused).as("a checksum is in it").isGreaterThan(2_000);
    }

    @Test
    void withoutSamplesThereIsNoDistribution() {
        assertThat(Histograms.decode(null)).isEmpty();
        assertThat(Histograms.decode(new Latency(0, 0, 0, List.of(), "nonsense")))
                .isEmpty();
        assertThat(Histograms.decode(new Latency(5, 0, 0, List.of(), null))).isEmpty();
        assertThat(Histograms.decode(new Latency(5, 0, 0, List.of(), ""))).isEmpty();
        assertThatThrownBy(() -> Histograms.decode(new Latency(5, 0, 0, List.of(), "nonsense")))
                .hasMessageStartingWith("a histogram in the result cannot be decoded: ");
    }

    record Line(int number, String text) {}

    /** A block of zeros, or a word, where a line should be: what a file system leaves after a power cut. */
    @ParameterizedTest
    @ValueSource(strings = {"null\n", "\n", "\u0000\u0000\u0000\n", "{\"number\":2\n", "[]\n", "7\n", "null"})
    void whatIsNoLineOfAJournalEndsIt(String damage) throws IOException {
        Path file = directory.resolve("journal.jsonl");
        JsonLines<Line> lines = new JsonLines<>(file, Line.class);
        lines.append(new Line(1, "one"));
        long good = Files.size(file);
        Files.writeString(file, Files.readString(file) + damage);

        assertThat(lines.read()).containsExactly(new Line(1, "one"));
        assertThat(Files.size(file)).isEqualTo(good);
        lines.append(new Line(3, "three"));
        assertThat(lines.read()).containsExactly(new Line(1, "one"), new Line(3, "three"));
    }

    @Test
    void aFileThatIsNoJournalIsNotEmptied() throws IOException {
        Path file = Files.writeString(directory.resolve("journal.jsonl"), "null\nmy notes\n");
        assertThat(new JsonLines<>(file, Line.class).read()).isEmpty();
        assertThat(file).hasContent("null\nmy notes\n");
    }

    private static PairJournal.Request request() {
        return new PairJournal.Request(
                new SearchSettings(10, 1_000, 0.05, 24, Duration.ofHours(1), 7),
                "first: 1",
                "second: 2",
                "p",
                "v",
                Map.of("localhost", "2 × one"));
    }

    @Test
    void aPairJournalIsReadAsItWasWritten() throws IOException {
        PairJournal journal = PairJournal.begin(directory, request());
        assertThat(PairJournal.in(directory)).as("nothing to go on with").isFalse();
        journal.climbed(Side.SECOND, new Climb(80, 120), 35);

        PairJournal again = PairJournal.reopen(directory);

        assertThat(again.request()).isEqualTo(request());
        assertThat(again.climb(Side.FIRST)).isNull();
        assertThat(again.climb(Side.SECOND)).isEqualTo(new Climb(80, 120));
        assertThat(again.probes()).isEmpty();
        assertThat(again.taken()).isEqualTo(Duration.ofSeconds(35));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null\n", "{}\n", "{\"seconds\":5}\n", "nonsense\n"})
    void whatIsNoPairJournalIsToldByItsName(String text) throws IOException {
        Path file = Files.writeString(directory.resolve(PairJournal.FILE), text);
        assertThatThrownBy(() -> PairJournal.reopen(directory))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is not the journal of a paired comparison");
    }

    private static String row(String id) {
        return new IndexCsv.Line("PASS", null, null, 5, IndexCsv.Measured.NONE, null, false)
                .text(
                        new RunInfo(id, id, "", Instant.EPOCH, Instant.EPOCH, 5, "p", "smoke", "embedded", null, 1),
                        "run");
    }

    @Test
    void aLineThatWasNotWrittenToItsEndDoesNotTakeTheNextOneWithIt() throws IOException {
        Path index = directory.resolve(IndexCsv.FILE);
        IndexCsv.append(index, row("one"));
        Files.writeString(index, Files.readString(index) + "two,run,tw");

        IndexCsv.append(index, row("three"));

        assertThat(IndexLines.byId(directory).keySet()).containsExactly("one", "three");
        assertThat(Files.readString(index)).endsWith("two,run,tw\n" + row("three"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"id,kind\n", "id", "\u0000"})
    void anIndexOfAnotherVersionIsLeftAlone(String other) throws IOException {
        Path index = Files.writeString(directory.resolve(IndexCsv.FILE), other);
        assertThatThrownBy(() -> IndexCsv.append(index, row("one")))
                .isInstanceOf(IOException.class)
                .hasMessage("the first line of " + index
                        + " is not the header of this version: move the file away, a new one will be made");
        assertThat(index).hasContent(other);
    }

    @Test
    void anyFieldComesBackAsItWas() {
        SplittableRandom random = new SplittableRandom(10);
        String alphabet = "a,\"' =-+@;é☃";
        for (int i = 0; i < 5_000; i++) {
            List<String> fields = new ArrayList<>();
            for (int j = 0; j < 1 + random.nextInt(5); j++) {
                StringBuilder field = new StringBuilder();
                for (int k = random.nextInt(8); k > 0; k--) {
                    field.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                fields.add(field.toString());
            }
            String line = Csv.line(fields.toArray());
            assertThat(IndexLines.fields(line.substring(0, line.length() - 1))).isEqualTo(fields);
        }
    }

    @Test
    void whatIsNotKnownIsAnEmptyField() {
        assertThat(Csv.line("a", null, 1.5, true)).isEqualTo("a,,1.5,true\n");
        assertThat(Csv.line()).isEqualTo("\n");
        assertThat(Csv.line("two\nlines", "a\rb", "say \"no\"", "1,5"))
                .isEqualTo("\"two\nlines\",\"a\rb\",\"say \"\"no\"\"\",\"1,5\"\n");
    }

    record Content(int schemaVersion, String text) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                      | is empty: what should have written it did not come to its end
            ' '                     | is empty: what should have written it did not come to its end
            '{'                     | is not a result:
            '{"schemaVersion": }'   | is not a result: it is no JSON from line 1 on
            '{"schemaVersion": "x"}'| is not a result:
            '[]'                    | is not a result:
            """)
    void aFileThatIsNoResultIsToldByItsName(String text, String problem) throws IOException {
        Path file = Files.writeString(directory.resolve("result.json"), text);
        assertThatThrownBy(() -> JsonFile.read(file, Content.class))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " " + problem);
    }

    @Test
    void aResultOfAnotherSchemaSaysWhoReadsIt() throws IOException {
        Path file = directory.resolve("result.json");
        JsonFile.checkVersion(file, 2, 2);
        assertThatThrownBy(() -> JsonFile.checkVersion(file, 3, 2))
                .hasMessage(
                        "schemaVersion must be 2: 3 (" + file + "): read it with the version of Gavel that wrote it");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '{"schemaVersion":1,"text":"a"}'          | true
            '{"schemaVersion":1,"text":null}'         | true
            '{"schemaVersion":1,"text":"a","more":1}' | true
            '{"schemaVersion":1}'                     | false
            '{"text":"a"}'                            | false
            '{"schemaVersion":null,"text":"a"}'       | false
            '{"schemaVersion":"1","text":"a"}'        | false
            '{"schemaVersion":1,"text":"a","text":"b"}' | false
            '{"schemaVersion":1,"text":"a"} {}'       | false
            """)
    void whatAFileLacksOfItsSchemaIsTold(String json, boolean complete) throws IOException {
        Path file = Files.writeString(directory.resolve("result.json"), json);
        assertThat(JsonFile.incomplete(file, Content.class).isEmpty()).isEqualTo(complete);
    }
}
