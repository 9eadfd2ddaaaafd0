package gavel.auction.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.image.TestPictures;
import gavel.auction.testing.Api;
import gavel.auction.testing.RawHttp;
import gavel.auction.testing.TestNode;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What a hostile client sends to an application server: refused with a problem document, and no error in the log. */
@ExtendWith(OutputCaptureExtension.class)
class EdgeIT {
    private static final String ITEM =
            "{\"title\": \"%s\", \"condition\": \"good\", \"category\": \"clocks\", \"startingPrice\": %s, \"dateOfOrigin\": %s}";

    private static TestNode node;
    private static RawHttp raw;
    private static Api ada;
    private static Api bob;

    @BeforeAll
    static void start() {
        node = TestNode.start();
        raw = new RawHttp(URI.create(node.api().address()));
        ada = node.api().registered("ada@example.com");
        bob = node.api().registered("bob@example.com");
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "/api/items?=x",
                "/api/items?q=%00",
                "/api/items?q=%ff",
                "/api/items?q=%ED%A0%80",
                "/api/items?q=%",
                "/api/items?q=%zz",
                "/api/items?q=a&q=b",
                "/api/items?q=%E2%80%AE",
                "/api/items?caller[accountId]=1",
                "/api/items?page=%D9%A1",
                "/api/items?size=0x10",
                "/api/items?minPrice=1e2147483647",
                "/api/items?minPrice=1e-2147483648",
                "/api/items?minPrice=-1",
                "/api/items?minPrice=2&maxPrice=1",
                "/api/items/%00",
                "/api/items/%ff",
                "/api/items/0x10",
                "/api/items/%201",
                "/api/items/%EF%BC%91",
                "/api/items/99999999999999999999",
                "/api/bids/%00",
                "/api/images/%00",
                "/api/images/1-1?size=huge",
                "/api/auctions/1%2f2",
                "/api\\x",
                "/api/%5c",
                "/%",
                "/..%2f",
                "/api/items/1;x=%00",
                "/api/accounts/me/bids?from=%2B5874898-01-01T00:00:00Z",
                "/api/accounts/me/bids?from=-5000-01-01T00:00:00Z",
                "/api/accounts/me/bids?to=12",
                "/api/accounts/me/purchases?cursor=%00",
                "/api/accounts/me/purchases?cursor=LTkyMjMzNzIwMzY4NTQ3NzU4MDg6MQ",
                "/api/auctions/1?after=-1",
                "/api/auctions/1/live?after=-1",
                "/api/auctions?state=OPEN"
            })
    void aTargetThatIsNotValidIsRefused(String target, CapturedOutput output) {
        RawHttp.Answer answer = raw.send("GET", target, authorization(ada), new byte[0]);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.isProblem()).as(answer.head()).isTrue();
        assertThat(output).doesNotContain("ERROR", "\tat ");
    }

    static Stream<String> itemsThatAreNotValid() {
        return Stream.of(
                ITEM.formatted("a\\u0000b", "1", "null"),
                ITEM.formatted("a\\ud800b", "1", "null"),
                ITEM.formatted("a\\u202eb", "1", "null"),
                ITEM.formatted("\\u200b", "1", "null"),
                ITEM.formatted("\\u200d", "1", "null"),
                ITEM.formatted("a\\u0007b", "1", "null"),
                ITEM.formatted("clock", "1e2147483647", "null"),
                ITEM.formatted("clock", "1e-2147483648", "null"),
                ITEM.formatted("clock", "1".repeat(900), "null"),
                ITEM.formatted("clock", "0.001", "null"),
                ITEM.formatted("clock", "1", "\"+5874898-01-01\""),
                ITEM.formatted("clock", "1", "\"-5000-01-01\""),
                ITEM.formatted("clock", "1", "\"0000-01-01\""),
                ITEM.formatted("clock", "1", "[2020, 1, 1]"),
                ITEM.formatted("clock\", \"title\": \"watch", "1", "null"),
                "{\"\\u0000\": 1}",
                "{\"\\ud800\": 1}",
                "{\"title\": " + "[".repeat(2_000),
                "[]",
                "null",
                "",
                "\"text\"",
                "{\"title\": \"" + new String(new byte[] {(byte) 0xff, (byte) 0xfe}, ISO_8859_1) + "\"}");
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("itemsThatAreNotValid")
    void aBodyThatIsNotValidIsRefused(String body, CapturedOutput output) {
        RawHttp.Answer answer = raw.send(
                "POST",
                "/api/items",
                authorization(ada) + "Content-Type: application/json\r\n",
                body.getBytes(ISO_8859_1));

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.isProblem()).as(answer.head()).isTrue();
        assertThat(output).doesNotContain("ERROR", "\tat ");
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "multipart/form-data|xx",
                "multipart/form-data; boundary=b|--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nabc",
                "multipart/form-data; boundary=b|--b\r\n\r\nabc\r\n--b--",
                "multipart/form-data; boundary=b|--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\u0000b\"\r\n\r\na\r\n--b--\r\n",
                "multipart/form-data; boundary=b|--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nabc\r\n--b--\r\n",
                "multipart/mixed; boundary=b|--b\r\n\r\nabc\r\n--b--",
                "application/x-www-form-urlencoded|a=%00&=x&%=",
                "application/json; charset=x-nope|{}",
                "text/plain|{}"
            })
    void aFormThatCannotBeTakenApartIsRefused(String form, CapturedOutput output) {
        String type = form.substring(0, form.indexOf('|'));
        byte[] body = form.substring(form.indexOf('|') + 1).getBytes(UTF_8);
        for (String target : List.of("/api/items/1/images", "/api/items", "/api/sessions", "/")) {
            RawHttp.Answer answer =
                    raw.send("POST", target, authorization(ada) + "Content-Type: " + type + "\r\n", body);

            assertThat(answer.status()).as(target + ": " + answer.body()).isBetween(400, 415);
            assertThat(answer.isProblem()).as(answer.head()).isTrue();
        }
        assertThat(output).doesNotContain("ERROR", "\tat ");
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "\u0016\u0003\u0001\u0000\u00a5\r\n\r\n",
                "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\nA: b\u0000c\r\n\r\n",
                "GET /\u00c3\u00a9 HTTP/1.1\r\nHost: x\r\n\r\n",
                "POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
                "POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "POST /api/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xx\r\n\r\n",
                "POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "POST /api/items HTTP/1.1\r\nHost: x\r\nContent-Type: \u0001;;\r\nContent-Length: 2\r\n\r\n{}",
                "GET / HTTP/1.1\r\nHost: x\r\nExpect: y\r\nConnection: close\r\n\r\n",
                "CONNECT /api/items HTTP/1.1\r\nHost: x\r\n\r\n",
                "TRACE /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "TRACE /api/items HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "PATCH /api/items HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /error HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /WEB-INF/web.xml HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "GET /META-INF/MANIFEST.MF HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            })
    void whatTheWebServerItselfRefusesIsAProblemDocumentToo(String request, CapturedOutput output) {
        RawHttp.Answer answer = raw.send(request.getBytes(ISO_8859_1));

        assertThat(answer.status()).as(answer.head()).isBetween(400, 505).isNotEqualTo(500);
        assertThat(answer.isProblem()).as(answer.head()).isTrue();
        assertThat(answer.body()).contains("\"status\":" + answer.status()).doesNotContain("<", "Tomcat");
        if (answer.status() == 405) {
            assertThat(answer.head()).contains("Allow: ");
        }
        assertThat(output).doesNotContain("ERROR", "\tat ");
    }

    @Test
    void aRequestThatIsTooLongIsRefused() {
        RawHttp.Answer line =
                raw.send(("GET /" + "a".repeat(9_000) + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(ISO_8859_1));
        RawHttp.Answer header = raw.send("GET", "/", "A: " + "a".repeat(9_000) + "\r\n", new byte[0]);

        assertThat(List.of(line.status(), header.status())).allMatch(status -> status == 400 || status == 431);
        assertThat(line.isProblem()).isTrue();
        assertThat(header.isProblem()).isTrue();
    }

    @Test
    void nobodyIsBoundToAnArgumentByParameters() {
        long id = id(ada);

        assertThat(id(ada.get("/api/accounts/me?caller.accountId=999&accountId=999")))
                .isEqualTo(id);
        assertThat(node.api()
                        .get("/api/accounts/me?caller.accountId=" + id + "&session=x")
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aDraftIsForOthersAsIfItWereNot() {
        long draft = id(ada.post("/api/items", ITEM.formatted("secret", "1", "null")));
        String path = "/api/items/" + draft;

        assertThat(ada.get(path).status()).isEqualTo(200);
        assertThat(bob.get(path).status()).isEqualTo(404);
        assertThat(bob.delete(path).status()).isEqualTo(404);
        assertThat(bob.put(path, ITEM.replace("}", ", \"version\": 0}").formatted("mine", "1", "null"))
                        .status())
                .isEqualTo(404);
        assertThat(bob.send(bob.form(path + "/images", "file", TestPictures.gradient("jpeg", 8, 8)))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void answersSayHowTheyMayBeKept() {
        Api.Answer me = ada.get("/api/accounts/me");
        Api.Answer refused = node.api().get("/api/accounts/me");
        Api.Answer unknown = node.api().get("/api/images/1-1");

        for (Api.Answer answer : List.of(me, refused)) {
            assertThat(answer.response().headers().allValues("Cache-Control")).containsExactly("no-store");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        }
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(me.header("Strict-Transport-Security")).as("without TLS").isNull();
    }

    /** Pages know messages by their words; and the OpenAPI document is made, and kept, for each language that is listened to. */
    @Test
    void whatIsWrongIsToldInOneLanguage() {
        Api.Answer refused = node.api().post("/api/sessions", "{}", "Accept-Language", "de");

        assertThat(refused.json().get("errors").findValuesAsString("message")).containsOnly("must not be null");
    }

    private static String authorization(Api caller) {
        return "Authorization: Bearer " + caller.token() + "\r\n";
    }

    private static long id(Api caller) {
        return id(caller.get("/api/accounts/me"));
    }

    private static long id(Api.Answer answer) {
        return answer.json().get("id").longValue();
    }
}
