package gavel.auction.watch;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.testing.Api;
import gavel.auction.testing.Rows;
import gavel.auction.testing.TestNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WatchIT {
    private static final String WATCHED = "/api/accounts/me/watched";

    private static TestNode node;
    private static Rows rows;
    private static long seller;

    @BeforeAll
    static void start() {
        node = TestNode.start();
        rows = new Rows(node.database());
        seller = rows.account("seller@example.com");
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void whatIsWatchedStaysUntilItIsTakenOff() {
        Api ada = node.api().registered("ada@example.com");
        long clock = rows.item(seller, "Clock");
        long chair = rows.item(seller, "Chair");
        assertThat(ada.get(WATCHED).text()).isEqualTo("[]");

        assertThat(ada.put(WATCHED + "/" + clock, "").status()).isEqualTo(204);
        assertThat(ada.put(WATCHED + "/" + chair, "").status()).isEqualTo(204);
        assertThat(ada.put(WATCHED + "/" + clock, "").status()).as("again").isEqualTo(204);

        assertThat(ada.get(WATCHED).text()).isEqualTo("[" + chair + "," + clock + "]");
        assertThat(node.api().registered("ben@example.com").get(WATCHED).text())
                .as("somebody else's")
                .isEqualTo("[]");
        assertThat(ada.delete(WATCHED + "/" + chair).status()).isEqualTo(204);
        assertThat(ada.delete(WATCHED + "/" + chair).status()).as("again").isEqualTo(204);
        assertThat(ada.get(WATCHED).text()).isEqualTo("[" + clock + "]");
        assertThat(node.api().get(WATCHED).status()).isEqualTo(401);
    }

    @Test
    void onlyWhatIsOrWasOfferedCanBeWatched() {
        Api ada = node.api().registered("drafts@example.com");
        long draft = rows.item(seller, "Draft");
        rows.sql()
                .sql("update item set state = 'DRAFT' where id = ?")
                .param(draft)
                .update();

        assertThat(ada.put(WATCHED + "/" + draft, "").status()).isEqualTo(404);
        assertThat(ada.put(WATCHED + "/999999", "").status()).isEqualTo(404);
        assertThat(ada.put(WATCHED + "/x", "").status()).isEqualTo(400);
    }

    @Test
    void nobodyWatchesMoreThanAHundredItems() {
        Api ada = node.api().registered("many@example.com");
        long[] items = LongStream.range(0, WatchedItems.MOST + 1)
                .map(n -> rows.item(seller, "Item " + n))
                .toArray();
        for (int i = 0; i < WatchedItems.MOST; i++) {
            assertThat(ada.put(WATCHED + "/" + items[i], "").status()).isEqualTo(204);
        }

        assertThat(ada.put(WATCHED + "/" + items[WatchedItems.MOST], "").status())
                .isEqualTo(409);
        assertThat(ada.put(WATCHED + "/" + items[0], "").status())
                .as("one of them")
                .isEqualTo(204);
        assertThat(ada.get(WATCHED).json()).hasSize(WatchedItems.MOST);
    }

    @Test
    void nobodyWatchesMoreThanAHundredItemsByAddingManyAtOnce() {
        int left = 3;
        Api ada = node.api().registered("atonce@example.com");
        long account = ada.get("/api/accounts/me").json().get("id").longValue();
        for (int i = left; i < WatchedItems.MOST; i++) {
            rows.sql()
                    .sql("insert into watched (account_id, item_id, since) values (?, ?, now())")
                    .params(account, rows.item(seller, "Item " + i))
                    .update();
        }
        List<Long> more = LongStream.range(0, 10L * left)
                .mapToObj(n -> rows.item(seller, "More " + n))
                .toList();

        List<Integer> answers;
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            answers = more.stream()
                    .map(item -> CompletableFuture.supplyAsync(
                            () -> ada.put(WATCHED + "/" + item, "").status(), clients))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        }

        assertThat(answers).containsOnly(204, 409);
        assertThat(answers.stream().filter(status -> status == 204)).hasSize(left);
        assertThat(rows.sql()
                        .sql("select count(*) from watched where account_id = ?")
                        .param(account)
                        .query(Integer.class)
                        .single())
                .isEqualTo(WatchedItems.MOST);
    }
}
