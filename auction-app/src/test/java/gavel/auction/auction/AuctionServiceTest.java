package gavel.auction.auction;

import static gavel.auction.auction.AuctionRows.NOON;
import static gavel.auction.auction.AuctionRows.auction;
import static gavel.auction.auction.AuctionRows.openLot;
import static gavel.auction.problem.Problems.assertInvalid;
import static gavel.auction.problem.Problems.assertRefused;
import static gavel.auction.testing.ScriptedDatabase.row;
import static gavel.auction.testing.ScriptedDatabase.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.broker.AuctionCommand;
import gavel.auction.broker.AuctionCommand.Kind;
import gavel.auction.cache.TestCaches;
import gavel.auction.item.TestItems;
import gavel.auction.problem.ApiProblem;
import gavel.auction.relational.Dialect;
import gavel.auction.testing.ScriptedDatabase;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class AuctionServiceTest {
    private static final long OWNER = 1;
    private static final long OTHER = 2;

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final TestCaches caches = new TestCaches();
    private final List<AuctionCommand> sent = new ArrayList<>();
    private CompletionStage<Void> sending = CompletableFuture.completedFuture(null);
    private final AuctionService service = new AuctionService(
            new AuctionDescriptions(database.client(), Dialect.POSTGRESQL),
            TestItems.of(database, caches.caches()),
            this::send,
            new TransactionTemplate(new DataSourceTransactionManager(database.dataSource())),
            InstantSource.fixed(NOON));

    @BeforeEach
    void anAuctionIsScheduled() {
        auctionIs("SCHEDULED");
        database.rows("insert into auction", auction(4, OWNER, "SCHEDULED"));
        database.rows("update auction set name", with(auction(4, OWNER, "SCHEDULED"), "version", 4));
        database.rows(
                "update item set state = 'CONSIGNED'",
                row("title", "Mantel clock", "starting_price", new BigDecimal("120.00"), "thumbnail_id", null));
        database.rows("insert into lot", openLot(31, 4));
    }

    @AfterEach
    void close() {
        caches.close();
    }

    @Test
    void aNewAuctionIsToldToItsOwnerAfterItIsWritten() {
        Auction created = service.create(OWNER, draft(NOON.plusSeconds(60), null));

        assertThat(created.state()).isEqualTo(Auction.State.SCHEDULED);
        assertThat(sent).containsExactly(new AuctionCommand(4, Kind.REFRESH));
        assertInvalid(() -> service.create(OWNER, draft(NOON, 1)), "version");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1M", "PT0S", "PT1H", "P3650D"})
    void anAuctionMayStartFromNowToTenYearsAhead(Duration ahead) {
        service.create(OWNER, draft(NOON.plus(ahead), null));

        assertThat(database.statements("insert into auction")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1M-1S", "P-1D", "P3650DT1S", "P36500D"})
    void anAuctionMayNotStartEarlierOrLater(Duration ahead) {
        assertInvalid(() -> service.create(OWNER, draft(NOON.plus(ahead), null)), "startsAt");
        assertInvalid(() -> service.change(4, OWNER, draft(NOON.plus(ahead), 3)), "startsAt");
        assertThat(database.statements()).isEmpty();
    }

    @Test
    void aBrokerThatIsAwayDoesNotKeepAnAuctionFromBeingCreated() {
        brokerIsAway();

        assertThat(service.create(OWNER, draft(NOON, null)).id()).isEqualTo(4);
    }

    @Test
    void aChangeIsToldToo() {
        assertThat(service.change(4, OWNER, draft(NOON, 3)).version()).isEqualTo(4);

        assertThat(sent).containsExactly(new AuctionCommand(4, Kind.REFRESH));
    }

    @Test
    void aChangeNamesTheVersionItIsMadeTo() {
        assertInvalid(() -> service.change(4, OWNER, draft(NOON, null)), "version");
    }

    @ParameterizedTest
    @CsvSource({
        "SCHEDULED, 1, 412",
        "SCHEDULED, 2, 403",
        "RUNNING,   1, 409",
        "RUNNING,   2, 403",
        "COMPLETE,  1, 409",
        "CANCELLED, 1, 409"
    })
    void aChangeThatFoundNoRowSaysWhyAndTellsNobody(String state, long account, int status) {
        database.rows("update auction set name");
        auctionIs(state);

        assertRefused(status, () -> service.change(4, account, draft(NOON, 2)));
        assertThat(sent).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SCHEDULED", "RUNNING"})
    void cancellingIsAskedOfTheOwnerOfThePartition(String state) {
        auctionIs(state);

        assertThat(service.cancel(4, OWNER)).as("it will be, in a moment").isFalse();

        assertThat(sent).containsExactly(new AuctionCommand(4, Kind.CANCEL));
    }

    @Test
    void whatIsCancelledNeedNotBeAskedAgain() {
        auctionIs("CANCELLED");

        assertThat(service.cancel(4, OWNER)).isTrue();
        assertThat(sent).isEmpty();
    }

    @Test
    void whatIsOverCannotBeCancelled() {
        auctionIs("COMPLETE");

        assertRefused(409, () -> service.cancel(4, OWNER));
        assertThat(sent).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SCHEDULED", "RUNNING", "COMPLETE", "CANCELLED"})
    void nobodyCancelsTheAuctionOfSomebodyElse(String state) {
        auctionIs(state);

        assertRefused(403, () -> service.cancel(4, OTHER));
        assertThat(sent).isEmpty();
    }

    @Test
    void anAuctionNobodyHeldCannotBeCancelled() {
        database.rows("from auction where id");

        assertRefused(404, () -> service.cancel(4, OWNER));
    }

    @Test
    void cancellingIsNotPromisedWhileTheBrokerIsAway() {
        brokerIsAway();

        assertThatThrownBy(() -> service.cancel(4, OWNER)).isInstanceOfSatisfying(ApiProblem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(503);
            assertThat(problem.retryAfter()).isEqualTo(Duration.ofSeconds(1));
        });
    }

    @Test
    void aThreadThatIsToEndPromisesNothingAndStaysInterrupted() {
        sending = new CompletableFuture<>();
        Thread.currentThread().interrupt();

        assertRefused(503, () -> service.cancel(4, OWNER));

        assertThat(Thread.interrupted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SCHEDULED", "RUNNING"})
    void aConsignedItemIsALotInOneTransaction(String state) {
        auctionIs(state);

        Lot lot = service.consign(4, OWNER, 9);

        assertThat(lot.id()).isEqualTo(31);
        assertThat(database.transactions()).containsExactly("begin", "commit");
        assertThat(sent).containsExactly(new AuctionCommand(4, Kind.REFRESH));
        assertThat(caches.told()).as("the item shows that it is consigned").containsExactly("items/9");
    }

    @Test
    void theAuctionIsLockedBeforeTheItemIsTaken() {
        service.consign(4, OWNER, 9);

        assertThat(database.statements())
                .extracting(ScriptedDatabase.Statement::sql)
                .satisfiesExactly(
                        sql -> assertThat(sql).contains("from auction where id", "for no key update"),
                        sql -> assertThat(sql).contains("update item set state = 'CONSIGNED'"),
                        sql -> assertThat(sql).contains("insert into lot"));
    }

    @ParameterizedTest
    @CsvSource({"COMPLETE, 1, 409", "CANCELLED, 1, 409", "RUNNING, 2, 403", "COMPLETE, 2, 403"})
    void whatCannotBeConsignedToLeavesTheItemAlone(String state, long account, int status) {
        auctionIs(state);

        assertRefused(status, () -> service.consign(4, account, 9));

        assertThat(database.transactions()).containsExactly("begin", "rollback");
        assertThat(database.statements("update item")).isEmpty();
        assertThat(sent).isEmpty();
    }

    @Test
    void anAuctionHasAThousandLotsAtMost() {
        database.rows("from auction where id", with(auction(4, OWNER, "RUNNING"), "lot_count", 999));
        service.consign(4, OWNER, 9);
        database.rows("from auction where id", with(auction(4, OWNER, "RUNNING"), "lot_count", 1_000));

        assertRefused(409, () -> service.consign(4, OWNER, 9));
        assertThat(database.statements("update item")).hasSize(1);
    }

    @Test
    void anItemThatCannotBeConsignedLeavesTheAuctionAlone() {
        database.rows("update item set state = 'CONSIGNED'");
        database.rows("from item where id", TestItems.clock(9, OWNER, "SOLD"));

        assertRefused(409, () -> service.consign(4, OWNER, 9)).hasMessageContaining("sold");

        assertThat(database.transactions()).containsExactly("begin", "rollback");
        assertThat(database.statements("insert into lot")).isEmpty();
        assertThat(caches.told()).isEmpty();
    }

    @Test
    void aLotThatCouldNotBeWrittenLeavesTheItemADraft() {
        database.fails("insert into lot", "08006");

        assertThatThrownBy(() -> service.consign(4, OWNER, 9)).isInstanceOf(DataAccessResourceFailureException.class);

        assertThat(database.transactions()).containsExactly("begin", "rollback");
        assertThat(sent).isEmpty();
    }

    private CompletionStage<Void> send(AuctionCommand command) {
        sent.add(command);
        return sending;
    }

    private void auctionIs(String state) {
        database.rows("from auction where id", auction(4, OWNER, state));
    }

    private void brokerIsAway() {
        sending = CompletableFuture.failedFuture(new IOException("away"));
    }

    private static AuctionDraft draft(Instant startsAt, Integer version) {
        return new AuctionDraft("Autumn sale", "clocks", startsAt, version);
    }
}
