package gavel.driver.operation;

import static gavel.driver.operation.OperationBench.json;
import static gavel.driver.operation.OperationBench.nothing;
import static gavel.driver.operation.OperationBench.picture;
import static gavel.driver.operation.OperationBench.response;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.operation.OperationBench.Asked;
import gavel.driver.profile.OperationKind;
import gavel.driver.record.Outcome;
import gavel.driver.room.AuctionRoom;
import gavel.driver.room.BidAnswer;
import gavel.driver.room.BidIntent;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What single operations ask for, and what they learn from the answers. */
class OperationContentTest {
    private static final String PENDING =
            "{\"bidId\":\"b1\",\"outcome\":\"PENDING\",\"price\":null,\"minimumBid\":null,\"revision\":null}";
    private static final String ACCEPTED =
            "{\"bidId\":\"b1\",\"outcome\":\"ACCEPTED\",\"price\":50.00,\"minimumBid\":51.00,\"revision\":12}";

    private final AuctionRoom room = new AuctionRoom(4, 10);
    private OperationBench bench;

    @BeforeEach
    void open() throws IOException {
        bench = new OperationBench();
        bench.person.intends(new BidIntent(room, 9, new BigDecimal("50.00")));
    }

    @Test
    void aBidThatIsNotDecidedIsAskedForEveryHalfSecond() {
        bench.on("POST /api/auctions/4/bids", json(202, PENDING))
                .inTurn("GET /api/bids/b1", json(200, PENDING), json(200, PENDING), json(200, ACCEPTED));

        assertThat(bench.does(OperationKind.PLACE_BID).outcome()).isEqualTo(Outcome.OK);

        // Each answer takes 10 ms, and the half second begins with it.
        assertThat(bench.asked).extracting(Asked::atMillis).containsExactly(1_000L, 1_510L, 2_020L, 2_530L);
        assertThat(bench.log.answered).extracting(BidAnswer::outcome).containsExactly("ACCEPTED");
        assertThat(bench.person.answer().accepted()).isTrue();
        assertThat(bench.person.answer().price()).isEqualByComparingTo("50");
    }

    @Test
    void aBidThatIsNeverDecidedIsAFailureAfterTenSeconds() {
        bench.on("POST /api/auctions/4/bids", json(202, PENDING)).on("GET /api/bids/b1", json(200, PENDING));

        assertThat(bench.does(OperationKind.PLACE_BID).outcome()).isEqualTo(Outcome.CONTENT);

        assertThat(bench.log.failed).containsExactly("before a request: content: bid b1 was still PENDING after 10 s");
        assertThat(bench.log.answered).isEmpty();
        assertThat(bench.asked.getLast().atMillis()).isBetween(10_000L, 11_500L);
    }

    @Test
    void theAnswerToAnotherBidIsWrong() {
        bench.on("POST /api/auctions/4/bids", json(202, PENDING))
                .on("GET /api/bids/b1", json(200, ACCEPTED.replace("b1", "b2")));

        assertThat(bench.does(OperationKind.PLACE_BID).outcome()).isEqualTo(Outcome.CONTENT);
        assertThat(bench.log.failed.getFirst()).endsWith("bid b2, asked for was b1");
    }

    @Test
    void everyBidHasItsOwnKeyAndSaysLotAndAmount() {
        bench.on("POST /api/auctions/4/bids", json(200, ACCEPTED));
        bench.does(OperationKind.PLACE_BID);
        bench.does(OperationKind.PLACE_BID);

        assertThat(bench.asked)
                .extracting(asked -> asked.header("idempotency-key"))
                .doesNotHaveDuplicates()
                .allMatch(key -> key.startsWith("key-7-"));
        assertThat(bench.asked).extracting(Asked::body).containsOnly("{\"lotId\":9,\"amount\":50.00}");
    }

    @Test
    void beingOutbidIsAnAnswerAndNoFailure() {
        bench.on("POST /api/auctions/4/bids", json(200, ACCEPTED.replace("ACCEPTED", "OUTBID")));

        assertThat(bench.does(OperationKind.PLACE_BID).outcome()).isEqualTo(Outcome.OK);
        assertThat(bench.person.answer().accepted()).isFalse();
        assertThat(bench.log.answered).hasSize(1);
    }

    @Test
    void aPollWithoutNewsChangesNothingAndOneThatRepeatsIsWrong() {
        bench.on("GET /api/auctions/4/live", nothing(204));
        assertThat(bench.does(OperationKind.NEXT_BID, room).outcome()).isEqualTo(Outcome.OK);
        assertThat(bench.lines()).containsExactly("GET /api/auctions/4/live?after=10");
        assertThat(room.revision()).isEqualTo(10);

        bench.on("GET /api/auctions/4/live", json(200, view(11)));
        assertThat(bench.does(OperationKind.NEXT_BID, room).outcome()).isEqualTo(Outcome.OK);
        assertThat(room.revision()).isEqualTo(11);
        assertThat(room.lotId()).isEqualTo(9);
        assertThat(room.minimumBid()).isEqualByComparingTo("51");

        assertThat(bench.does(OperationKind.NEXT_BID, room).outcome()).isEqualTo(Outcome.CONTENT);
        assertThat(bench.log.failed.getLast()).endsWith("revision 11 answers a poll for what is after 11");
    }

    @Test
    void thePageAloneIsAskedForAgainAsLongAsItIsTheSame() {
        String page = "<link href=\"/app.css\"><script src=\"/app.js\"></script>";
        byte[] door =
                response(200, "content-type: text/html\r\netag: \"p1\"\r\n", page.getBytes(StandardCharsets.US_ASCII));
        bench.inTurn("GET /", door, nothing(304), door)
                .inTurn(
                        "GET /app.css",
                        response(200, "content-type: text/css\r\netag: \"c1\"\r\n", new byte[9]),
                        nothing(304))
                .inTurn("GET /app.js", response(200, "content-type: text/javascript\r\n", new byte[9]));
        bench.does(OperationKind.HOME);
        bench.does(OperationKind.HOME);
        bench.does(OperationKind.HOME);

        assertThat(bench.lines())
                .containsExactly(
                        "GET /", "GET /app.css", "GET /app.js", "GET /", "GET /", "GET /app.css", "GET /app.js");
        assertThat(bench.asked)
                .extracting(asked -> asked.header("if-none-match"))
                .containsExactly(null, null, null, "\"p1\"", "\"p1\"", "\"c1\"", null);
        assertThat(bench.log.failed).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "text/html, 9, content type HTML",
        "application/problem+json, 9, content type PROBLEM",
        "text/css, 0, an empty file"
    })
    void whatIsNoFileOfThePageIsWrongThoughItIsA200(String type, int length, String wrong) {
        String page = "<link href=\"/app.css\">";
        bench.on("GET /", response(200, "content-type: text/html\r\n", page.getBytes(StandardCharsets.US_ASCII)))
                .on("GET /app.css", response(200, "content-type: " + type + "\r\n", new byte[length]));

        assertThat(bench.does(OperationKind.HOME).outcome()).isEqualTo(Outcome.CONTENT);
        assertThat(bench.log.failed.getLast()).contains("GET /app.css", wrong);
    }

    /** Eleven run: the last page holds one, and who follows it would find nothing there to join. */
    @Test
    void theOnlyAuctionOfTheLastPageIsNotChosenByWhoFollowsIt() {
        bench.on("GET /api/auctions?", 10, line -> auctionsOf(line, 11));
        bench.does(OperationKind.LIST_AUCTIONS);
        Set<Integer> ranks = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            bench.does(OperationKind.LIST_AUCTIONS);
            ranks.add(bench.person.rank);
        }
        assertThat(ranks).contains(10);
        bench.person.rooms().add(new AuctionRoom(11, 5));
        for (int i = 0; i < 300; i++) {
            bench.does(OperationKind.LIST_AUCTIONS);
            assertThat(bench.person.candidate).isBetween(1L, 10L);
        }
    }

    @Test
    void anAuctionIsChosenFromWhicheverPageItsRankIsOn() {
        bench.on("GET /api/auctions?", 10, OperationContentTest::auctions);
        Set<Integer> pages = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            assertThat(bench.does(OperationKind.LIST_AUCTIONS).outcome()).isEqualTo(Outcome.OK);
            // Auction n is the n-th of all pages.
            assertThat(bench.person.candidate).isEqualTo(bench.person.rank + 1);
            pages.add(bench.person.rank / 10);
        }
        assertThat(pages).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void peopleGoToAsManyAuctionsAsTheProfileHasForThemHoweverManyRun() {
        bench.on("GET /api/auctions?", 10, line -> auctionsOf(line, 25));
        bench.context.users(180);
        Set<Long> chosen = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            bench.does(OperationKind.LIST_AUCTIONS);
            chosen.add(bench.person.candidate);
        }
        assertThat(chosen).hasSize(12).allMatch(auction -> auction <= 12);

        bench.person.rooms().add(new AuctionRoom(11, 5));
        for (int i = 0; i < 300; i++) {
            bench.does(OperationKind.LIST_AUCTIONS);
            assertThat(bench.person.candidate).isBetween(1L, 12L).isNotEqualTo(11);
        }

        bench.context.users(1_000);
        chosen.clear();
        for (int i = 0; i < 300; i++) {
            bench.does(OperationKind.LIST_AUCTIONS);
            chosen.add(bench.person.candidate);
        }
        assertThat(chosen).as("all that run").hasSize(24);
    }

    @Test
    void anAuctionThatIsAttendedIsPassedOver() {
        String two =
                "{\"items\":[{\"id\":1,\"state\":\"RUNNING\"},{\"id\":2,\"state\":\"RUNNING\"}],\"page\":0,\"size\":10,\"total\":2}";
        bench.on("GET /api/auctions?", json(200, two));
        bench.person.rooms().add(new AuctionRoom(1, 5));
        for (int i = 0; i < 10; i++) {
            bench.does(OperationKind.LIST_AUCTIONS);
            assertThat(bench.person.candidate).isEqualTo(2);
        }
        bench.person.rooms().add(new AuctionRoom(2, 5));
        bench.does(OperationKind.LIST_AUCTIONS);

        assertThat(bench.does(OperationKind.JOIN_AUCTION).outcome()).isEqualTo(Outcome.CONTENT);
        assertThat(bench.log.failed.getLast()).endsWith("every auction of the page shown is attended already");
    }

    @Test
    void aHistoryIsReadOnNowAndThenFromWhereItStopped() {
        bench.on(
                "GET /api/accounts/me/bids?size=10",
                10,
                line -> json(
                        200,
                        "{\"items\":[{\"bidId\":\"x\",\"outcome\":\"OUTBID\"}],\"next\":"
                                + (line.contains("cursor") ? "null}" : "\"a b&c\"}")));
        for (int i = 0; i < 200; i++) {
            assertThat(bench.does(OperationKind.BID_HISTORY).outcome()).isEqualTo(Outcome.OK);
        }
        List<String> further =
                bench.lines().stream().filter(line -> line.contains("cursor")).toList();
        // 30 % of 200, standard deviation 6.5.
        assertThat(further).hasSizeBetween(40, 80);
        assertThat(further).containsOnly("GET /api/accounts/me/bids?size=10&cursor=a%20b%26c");
    }

    @Test
    void aPhotoIsUploadedAsAFormWithTheLengthItHas() {
        bench.person.ownItem = 8;
        bench.on("POST /api/items/8/images", json(201, "{\"id\":\"i\",\"width\":640,\"height\":480}"));

        assertThat(bench.does(OperationKind.UPLOAD_IMAGE).outcome()).isEqualTo(Outcome.OK);

        Asked upload = bench.asked.getFirst();
        String boundary = upload.header("content-type").replace("multipart/form-data; boundary=", "");
        assertThat(upload.body()).startsWith("--" + boundary + "\r\n").endsWith("\r\n--" + boundary + "--\r\n");
        assertThat(upload.header("content-length"))
                .isEqualTo(Integer.toString(upload.body().length()));
        assertThat(upload.body()).contains("content-type: image/jpeg\r\n\r\n\u00ff\u00d8\u00ff\u00fe");
    }

    @Test
    void thePictureOfTheItemShownIsOneOfItsOwn() {
        assertThat(bench.does(OperationKind.VIEW_IMAGE).outcome()).isEqualTo(Outcome.CONTENT);
        assertThat(bench.log.failed.getLast()).endsWith("the item shown has no picture");

        bench.person.pictures = List.of("/api/images/a?size=full", "/api/images/b?size=full");
        bench.on("GET /api/images", picture());
        for (int i = 0; i < 30; i++) {
            assertThat(bench.does(OperationKind.VIEW_IMAGE).outcome()).isEqualTo(Outcome.OK);
        }
        assertThat(new HashSet<>(bench.lines()))
                .containsExactlyInAnyOrder("GET /api/images/a?size=full", "GET /api/images/b?size=full");
    }

    private static byte[] auctions(String line) {
        return auctionsOf(line, 25);
    }

    /** The page that is asked for of so many. */
    private static byte[] auctionsOf(String line, int all) {
        int page = Integer.parseInt(line.replaceAll(".*[?&]page=([0-9]+).*", "$1"));
        StringBuilder items = new StringBuilder();
        for (int i = page * 10; i < Math.min(all, page * 10 + 10); i++) {
            items.append(items.isEmpty() ? "" : ",")
                    .append("{\"id\":")
                    .append(i + 1)
                    .append(",\"state\":\"RUNNING\"}");
        }
        return json(200, "{\"items\":[" + items + "],\"page\":" + page + ",\"size\":10,\"total\":" + all + "}");
    }

    private static String view(long revision) {
        return "{\"auctionId\":4,\"revision\":" + revision + ",\"lot\":{\"id\":9,\"phase\":\"OPEN\",\"price\":50.00,"
                + "\"minimumBid\":51.00,\"leaderId\":null,\"bidCount\":3},\"lastBidId\":null}";
    }
}
