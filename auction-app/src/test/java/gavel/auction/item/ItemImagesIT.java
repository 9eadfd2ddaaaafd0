package gavel.auction.item;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.zaxxer.hikari.HikariDataSource;
import gavel.auction.image.DocumentImageStore;
import gavel.auction.image.ImageInfo;
import gavel.auction.image.ImageSize;
import gavel.auction.image.ImageStore.Picture;
import gavel.auction.image.MetadataDocuments;
import gavel.auction.image.TestPictures;
import gavel.auction.testing.Api;
import gavel.auction.testing.TestNode;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Pictures from upload to the browser's cache. */
class ItemImagesIT {
    private static final String VASE = """
            {"title": "Crystal vase", "condition": "good", "category": "glass", "startingPrice": 10}""";

    private static TestNode node;
    private static Api seller;

    @BeforeAll
    static void start() {
        node = TestNode.start();
        seller = node.api().registered("photographer@example.com");
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void anUploadIsShownInAllSizesAndInTheItem() throws Exception {
        String item = item();
        byte[] photo = TestPictures.gradient("jpeg", 640, 480);
        assertThat(seller.get(item).text()).as("cached before the upload").contains("\"images\":[]");

        Api.Answer uploaded = upload(seller, item, photo);

        assertThat(uploaded.status()).as(uploaded.text()).isEqualTo(201);
        JsonNode links = uploaded.json();
        assertThat(links.get("width").intValue()).isEqualTo(640);
        assertThat(bytes(links.get("full").stringValue()).body()).isEqualTo(photo);
        assertThat(widthOf(links.get("preview").stringValue())).isEqualTo(350);
        assertThat(widthOf(links.get("thumbnail").stringValue())).isEqualTo(100);
        JsonNode shown = seller.get(item).json();
        assertThat(shown.get("thumbnail")).isEqualTo(links.get("thumbnail"));
        assertThat(shown.get("images").get(0)).isEqualTo(links);
    }

    @Test
    void picturesMayBeKeptForEverByAnyone() throws Exception {
        String full = upload(seller, item(), TestPictures.gradient("png", 30, 20))
                .json()
                .get("full")
                .stringValue();

        HttpResponse<byte[]> first = bytes(full);
        String etag = first.headers().firstValue("ETag").orElseThrow();
        HttpResponse<byte[]> again = bytes(full, "If-None-Match", etag);

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.headers().firstValue("Content-Type")).hasValue("image/png");
        assertThat(first.headers().firstValue("Cache-Control"))
                .hasValueSatisfying(value -> assertThat(value).contains("public", "max-age=31536000", "immutable"));
        assertThat(first.headers().firstValue("Content-Security-Policy")).hasValue("default-src 'none'; sandbox");
        assertThat(first.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        assertThat(first.headers().firstValue("Content-Disposition")).hasValue("inline");
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.headers().firstValue("ETag")).hasValue(etag);
        assertThat(bytes(full, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
        Awaitility.await("what was sent is given back")
                .atMost(Duration.ofSeconds(5))
                .until(() -> node.bean(MeterRegistry.class)
                                .get("gavel.image.sent.held")
                                .gauge()
                                .value()
                        == 0);
    }

    /** A cache in front would keep it once for each. */
    @Test
    void aPictureIsNotKeptByOtherWaysToWriteItsAddress() throws Exception {
        String full = upload(seller, item(), TestPictures.gradient("png", 30, 20))
                .json()
                .get("full")
                .stringValue();

        for (String other : List.of(
                full + "&n=1", full.replace("?", "?n=1&"), full.replace("size", "%73ize"), full.replace("-", "%2d"))) {
            HttpResponse<byte[]> answer = bytes(other);
            assertThat(answer.statusCode()).as(other).isEqualTo(200);
            assertThat(answer.headers().allValues("Cache-Control")).as(other).containsExactly("no-store");
        }
    }

    @Test
    void anItemHasAtMostEightPicturesInTheirOrder() throws Exception {
        String item = item();
        for (int i = 1; i <= 8; i++) {
            assertThat(upload(seller, item, TestPictures.gradient("jpeg", 20 + i, 20))
                            .status())
                    .isEqualTo(201);
        }

        assertThat(upload(seller, item, TestPictures.gradient("jpeg", 40, 40)).status())
                .isEqualTo(409);
        assertThat(seller.get(item).json().get("images").findValuesAsString("width"))
                .containsExactly("21", "22", "23", "24", "25", "26", "27", "28");
    }

    @Test
    void uploadsAtTheSameTimeTakeDifferentPlaces() throws Exception {
        String item = item();
        byte[] photo = TestPictures.gradient("jpeg", 200, 100);

        var answers = IntStream.range(0, 12)
                .mapToObj(_ -> HttpClient.newHttpClient()
                        .sendAsync(seller.form(item + "/images", "file", photo).build(), BodyHandlers.ofString()))
                .toList();
        long accepted = answers.stream()
                .filter(answer -> answer.join().statusCode() == 201)
                .count();

        assertThat(accepted).isEqualTo(8);
        assertThat(seller.get(item).json().get("images").findValuesAsString("id"))
                .doesNotHaveDuplicates()
                .hasSize(8);
    }

    @Test
    void uploadsThatWaitForTheirStoreLeaveConnectionsForOthers() throws Exception {
        String item = item();
        byte[] photo = TestPictures.gradient("jpeg", 20, 20);
        HikariDataSource pool = node.bean(HikariDataSource.class);
        int uploads = 8;
        List<CompletableFuture<HttpResponse<String>>> answers;
        try (Connection elsewhere = node.database().dataSource().getConnection()) {
            elsewhere.setAutoCommit(false);
            elsewhere
                    .createStatement()
                    .execute("update item set version = version where id = "
                            + item.substring(item.lastIndexOf('/') + 1));
            answers = IntStream.range(0, uploads)
                    .mapToObj(_ -> HttpClient.newHttpClient()
                            .sendAsync(
                                    seller.form(item + "/images", "file", photo).build(), BodyHandlers.ofString()))
                    .toList();
            Awaitility.await()
                    .until(() -> pool.getHikariPoolMXBean().getActiveConnections() >= pool.getMaximumPoolSize() / 4);
            Awaitility.await()
                    .during(Duration.ofMillis(500))
                    .until(() -> pool.getHikariPoolMXBean().getActiveConnections() < uploads);
            elsewhere.commit();
        }

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(201));
    }

    @Test
    void whatAKilledUploadLeftBehindIsShownToNobodyAndReplacedByTheNext() throws Exception {
        String item = item();
        long id = Long.parseLong(item.substring(item.lastIndexOf('/') + 1));
        MongoDatabase documents = node.context().getBean(MongoDatabase.class);
        String abandoned = id + "-1-killed";
        new MetadataDocuments(documents)
                .add(id, new ImageInfo(abandoned, 1, "image/jpeg", 9, 9, EnumSet.allOf(ImageSize.class)));
        new DocumentImageStore(documents)
                .write(List.of(new Picture(abandoned, ImageSize.FULL, TestPictures.gradient("jpeg", 9, 9))));
        assertThat(seller.get(item).json().get("images")).isEmpty();

        assertThat(upload(seller, item, TestPictures.gradient("jpeg", 20, 20)).status())
                .isEqualTo(201);

        assertThat(seller.get(item).json().get("images").findValuesAsString("width"))
                .containsExactly("20");
        assertThat(bytes("/api/images/" + abandoned).statusCode()).isEqualTo(404);
    }

    @Test
    void whatIsNoPictureIsRefused() throws Exception {
        String item = item();
        byte[] text = "GIF89a, or so it says".getBytes(StandardCharsets.UTF_8);
        byte[] broken = Arrays.copyOf(TestPictures.gradient("png", 300, 300), 100);
        byte[] huge = new byte[8 * 1024 * 1024 + 1];
        byte[] photo = TestPictures.gradient("jpeg", 20, 20);

        assertThat(upload(seller, item, text).status()).isEqualTo(415);
        assertThat(upload(seller, item, broken).status()).isEqualTo(422);
        assertThat(upload(seller, item, huge).status()).isEqualTo(413);
        assertThat(seller.send(seller.form(item + "/images", "picture", photo)).status())
                .as("wrong part")
                .isEqualTo(400);
        assertThat(seller.post(item + "/images", "{}").status())
                .as("no multipart")
                .isEqualTo(415);
        assertThat(upload(seller, "/api/items/999999", photo).status()).isEqualTo(404);
        assertThat(upload(node.api().registered("thief@example.com"), item, photo)
                        .status())
                .isEqualTo(404);
        assertThat(upload(node.api(), item, photo).status()).isEqualTo(401);
        assertThat(seller.get(item).json().get("images")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/images/17-1?size=thumbnail,    404",
        "/api/images/17-1,                   404",
        "/api/images/17-1?size=huge,         400",
        "/api/images/..%2F..%2Fetc?size=full, 400",
        "/api/images/x?size=full,            404"
    })
    void whatIsNotThereIsSaidPlainly(String path, int status) throws Exception {
        assertThat(bytes(path).statusCode()).isEqualTo(status);
    }

    private static String item() {
        return seller.post("/api/items", VASE).header("Location");
    }

    private static Api.Answer upload(Api api, String item, byte[] picture) throws IOException {
        return api.send(api.form(item + "/images", "file", picture));
    }

    private static int widthOf(String path) throws Exception {
        return ImageIO.read(new ByteArrayInputStream(bytes(path).body())).getWidth();
    }

    private static HttpResponse<byte[]> bytes(String path, String... headers) throws Exception {
        HttpRequest.Builder request = node.api().request(path);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofByteArray());
    }
}
