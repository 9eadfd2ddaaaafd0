package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.stub.MemoryHouse.Asked;
import gavel.driver.stub.StubServer.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A right status with a wrong body: every operation finds it and says what is wrong. */
class WrongContentTest {
    @ParameterizedTest(name = "{0} with {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "POST /api/sessions | \"accountId\":[0-9]+ | \"accountId\":99999 | Login: content: accountId is 99999, asked for was",
                "POST /api/sessions | \"token\" | \"tokn\" | Login: content: token is missing",
                "GET /api/accounts/me | u[0-9]+@ | nobody@ | Login: content: email is nobody@",
                "GET /api/accounts/me | \"version\":[0-9]+ | \"version\":\"x\" | content: version is x, expected was a whole number",
                "PUT /api/accounts/me | \"version\":[0-9]+ | \"version\":1 | UpdateProfile: content: version 1 after",
                "PUT /api/accounts/me | \"lastName\":\" | \"lastName\":\"not | UpdateProfile: content: lastName is not",
                "GET /api/auctions | \"RUNNING\" | \"ENDED\" | ListAuctions: content: items[].state is ENDED",
                "GET /api/auctions | \"total\":4 | \"total\":9 | ListAuctions: content: 4 entries on page 0 of 9",
                "GET /api/auctions | \"page\":0 | \"page\":3 | ListAuctions: content: page is 3, asked for was 0",
                "GET /api/items | \"size\":10 | \"size\":11 | SearchItems: content: a page of size 11",
                "GET /api/items | \"title\" | \"tilte\" | SearchItems: content: items[].title came 0 times",
                "GET /api/items | /api/images | http://elsewhere | SearchItems: content: not a link to a picture",
                "GET /api/auctions/N/lots | \"auctionId\":[0-9]+ | \"auctionId\":77 | AuctionDetail: content: a lot of auction 77",
                "GET /api/auctions/N/lots | \"page\":0 | \"page\":1 | AuctionDetail: content: page is 1",
                "GET /api/items/N | \"id\":([0-9]+),\"sellerId\" | \"id\":7,\"sellerId\" | ItemDetail: content: id is 7",
                "GET /api/items/N | \"preview\" | \"perview\" | ItemDetail: content: images[].preview came 0 times",
                "GET /api/items/N | \"startingPrice\":[0-9.]+ | \"startingPrice\":null | ItemDetail: content: startingPrice is null",
                "PUT /api/auctions/N/attendance | \"auctionId\":[0-9]+ | \"auctionId\":7 | JoinAuction: content: auctionId is 7",
                "GET /api/auctions/N | \"RUNNING\" | \"ENDED\" | JoinAuction: content: state is ENDED",
                "GET /api/auctions/N | \"revision\":[0-9]+ | \"revision\":0 | JoinAuction: content: revision 0 after",
                "GET /api/auctions/N/lots/current | \"itemId\":[0-9]+ | \"itemId\":1 | JoinAuction: content: item.id is",
                "GET /api/auctions/N/live | \"auctionId\":[0-9]+ | \"auctionId\":77 | content: a view of auction 77",
                "GET /api/auctions/N/live | \"minimumBid\":[0-9.]+ | \"minimumBid\":0.01 | content: minimumBid 0.01 is below the price",
                "GET /api/auctions/N/live | \"revision\":[0-9]+ | \"revision\":0 | content: revision 0",
                "POST /api/auctions/N/bids | \"outcome\":\"[A-Z_]+\" | \"outcome\":\"MAYBE\" | PlaceBid: content: no outcome of a bid: MAYBE",
                "POST /api/auctions/N/bids | \"price\":[0-9.]+ | \"price\":0.01 | PlaceBid: content: a bid of",
                "POST /api/auctions/N/bids | \"revision\":[0-9]+ | \"revision\":null | PlaceBid: content: a bid was accepted without a revision",
                "GET /api/accounts/me/bids | \"next\" | \"nxt\" | BidHistory: content: next is missing",
                "GET /api/accounts/me/attendance | \"joinedAt\" | \"at\" | AttendanceHistory: content: items[].joinedAt came 0 times",
                "GET /api/accounts/me/purchases | \"thumbnail\" | \"nail\" | PurchaseHistory: content: items[].thumbnail came 0 times",
                "POST /api/items | \"title\":\" | \"title\":\"not | AddItem: content: title is not",
                "POST /api/items | \"sellerId\":[0-9]+ | \"sellerId\":7 | AddItem: content: sellerId is 7",
                "POST /api/items/N/images | \"width\":640 | \"width\":64 | UploadImage: content: width is 64",
                "POST /api/auctions | \"name\":\" | \"name\":\"not | ManageAuction: content: name is not",
                "POST /api/auctions/N/lots | \"itemId\":[0-9]+ | \"itemId\":7 | ManageAuction: content: itemId is 7",
                "PUT /api/auctions/N | \"version\":2 | \"version\":1 | ManageAuction: content: version 1 after 1 was edited",
                "GET /api/auctions | [{] | [ | ListAuctions: content:",
            })
    void isFound(String route, String wrong, String instead, String said) throws IOException {
        VirtualRun run = new VirtualRun(20, 4);
        run.house.twist((asked, right) -> isRoute(asked, route) ? changed(right, wrong, instead) : right);
        run.phases(10, 0, 150);
        assertThat(run.said()).anyMatch(each -> each.contains(said));
    }

    @ParameterizedTest(name = "a picture of {0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "image/jpeg | <html> | the bytes are no picture",
                "text/html | 0xFFD8 | content type HTML, expected was a picture",
                "image/jpeg | 0xFFD8 | a picture of 6 bytes",
            })
    void picturesAreLookedAt(String type, String bytes, String said) throws IOException {
        VirtualRun run = new VirtualRun(5, 4);
        byte[] body = bytes.startsWith("0x")
                ? new byte[] {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, 0, 0, 0}
                : bytes.getBytes(StandardCharsets.US_ASCII);
        run.house.twist((asked, right) -> asked.is("GET", "/api/images") ? new Reply(200, type, body, null) : right);
        run.phases(5, 0, 60);
        assertThat(run.said()).isNotEmpty().allMatch(each -> each.contains("content: " + said));
    }

    private static boolean isRoute(Asked asked, String route) {
        String path = asked.uri().replaceAll("[?].*", "").replaceAll("/[0-9][^/]*", "/N");
        return (asked.method() + " " + path).equals(route);
    }

    private static Reply changed(Reply right, String wrong, String instead) {
        String body = new String(right.body(), StandardCharsets.UTF_8);
        return new Reply(
                right.status(),
                right.type(),
                body.replaceAll(wrong, instead).getBytes(StandardCharsets.UTF_8),
                right.header());
    }
}
