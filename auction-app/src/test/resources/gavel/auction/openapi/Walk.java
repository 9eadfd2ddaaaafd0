import client.ApiClient;
import client.ApiException;
import client.api.AccountsApi;
import client.api.AttendanceApi;
import client.api.AuctionsApi;
import client.api.BidsApi;
import client.api.HistoriesApi;
import client.api.ImagesApi;
import client.api.ItemsApi;
import client.api.LiveApi;
import client.api.SessionsApi;
import client.model.Account;
import client.model.Auction;
import client.model.AuctionDraft;
import client.model.BidAnswer;
import client.model.Consignment;
import client.model.ImageLinks;
import client.model.Item;
import client.model.ItemDraft;
import client.model.LiveBody;
import client.model.Login;
import client.model.Lot;
import client.model.Offer;
import client.model.Opened;
import client.model.Registration;
import java.io.File;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** A walk through the application with nothing but the client that was generated from its OpenAPI document. */
public class Walk {
    private final List<String> steps = new ArrayList<>();
    private final ApiClient client = new ApiClient();

    public static List<String> walk(String address, long auctionId, byte[] picture) throws Exception {
        Walk walk = new Walk();
        walk.client.updateBaseUri(address);
        walk.logIn();
        walk.sell(picture);
        walk.bid(auctionId);
        walk.lookBack(auctionId);
        walk.leave();
        return walk.steps;
    }

    private void logIn() throws ApiException {
        Account account = new AccountsApi(client)
                .registerAccount(new Registration()
                        .email("walk@example.com")
                        .password("correct horse")
                        .firstName("Ada")
                        .lastName("Byron"));
        did(account.getEmail().equals("walk@example.com"), "registered");
        Opened session =
                new SessionsApi(client).logInSession(new Login().email("walk@example.com").password("correct horse"));
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + session.getToken()));
        did(session.getAccountId().equals(account.getId()), "logged in");
    }

    private void sell(byte[] picture) throws Exception {
        ItemsApi items = new ItemsApi(client);
        Item item = items.createItem(new ItemDraft()
                .title("Carriage clock")
                .condition("good")
                .category("clocks")
                .startingPrice(new BigDecimal("12.50")));
        did(item.getDateOfOrigin() == null && item.getStartingPrice().compareTo(new BigDecimal("12.50")) == 0, "item created");
        Path file = Files.createTempFile("walk", ".jpg");
        try {
            Files.write(file, picture);
            ImageLinks links = items.addItemImage(item.getId(), file.toFile());
            did(links.getWidth() == 64, "picture uploaded");
            File thumbnail = new ImagesApi(client).getImage(links.getId(), "thumbnail");
            did(thumbnail.length() > 0, "picture seen");
            thumbnail.delete();
        } finally {
            Files.delete(file);
        }
        AuctionsApi auctions = new AuctionsApi(client);
        Auction auction = auctions.createAuction(new AuctionDraft()
                .name("House clearance")
                .category("clocks")
                .startsAt(OffsetDateTime.now().plusDays(1)));
        did(auction.getState() == Auction.StateEnum.SCHEDULED, "auction created");
        Lot lot = auctions.consignAuction(auction.getId(), new Consignment().itemId(item.getId()));
        did(lot.getLeaderId() == null && lot.getTitle().equals("Carriage clock"), "item consigned");
    }

    private void bid(long auctionId) throws ApiException {
        new AttendanceApi(client).joinAttendance(auctionId);
        did(true, "attending");
        Lot lot = new AuctionsApi(client).currentLotAuction(auctionId, 0L).getLot();
        BidsApi bids = new BidsApi(client);
        BidAnswer answer = bids.placeBid(auctionId, "walk-1", new Offer().lotId(lot.getId()).amount(new BigDecimal("500.00")));
        steps.add("bid " + answer.getOutcome());
        did(bids.findBid(answer.getBidId()).equals(answer), "bid found");
    }

    private void lookBack(long auctionId) throws ApiException {
        LiveBody view = new LiveApi(client).liveLive(auctionId, 0L);
        did(view.getLot().getBidCount() == 1, "live view");
        new HistoriesApi(client).attendanceHistory(null, null, null, 0, 10).getItems();
        did(true, "attendance listed");
    }

    private void leave() throws ApiException {
        try {
            new ItemsApi(client).getItem(987_654_321L);
        } catch (ApiException e) {
            did(e.getCode() == 404 && e.getResponseBody().contains("\"status\":404"), "refused with a problem");
        }
        new SessionsApi(client).logOutSession();
        did(true, "logged out");
    }

    private void did(boolean right, String step) {
        steps.add(right ? step : "NOT " + step);
    }
}
