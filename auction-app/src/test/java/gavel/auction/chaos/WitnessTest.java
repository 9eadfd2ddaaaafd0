package gavel.auction.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A witness that notices nothing would make every chaos run a success. */
class WitnessTest {
    private static final BigDecimal TEN = new BigDecimal("10.00");

    private final Witness witness = new Witness();
    private final Memory ada = new Memory(7, witness);

    @Test
    void aNodeThatShowsLessThanAnotherDidIsNoticed() {
        ada.shown("the live view", 3, 5, 0);
        ada.shown("the live view", 3, 5, ada.revision(3));
        assertThat(witness.violations()).isEmpty();

        ada.shown("the live view", 3, 4, ada.revision(3));

        assertThat(witness.violations())
                .containsExactly("account 7: the live view of auction 3 shows revision 4 after 5");
        assertThat(ada.revision(3)).as("and what was seen stays seen").isEqualTo(5);
    }

    @Test
    void whatWasAskedBeforeMayShowTheStateOfThen() {
        long before = ada.revision(3);
        ada.shown("the live view", 3, 5, 0);

        ada.shown("a decision", 3, 4, before);

        assertThat(witness.violations()).isEmpty();
    }

    @Test
    void aPriceThatFallsWithinALotIsNoticed() {
        ada.shownPrice("the live view", 9, TEN, null);

        ada.shownPrice("a decision", 9, BigDecimal.ONE, ada.seen(3, 9).price());

        assertThat(witness.violations()).containsExactly("account 7: a decision of lot 9 shows price 1 after 10.00");
    }

    @Test
    void aBidWithTwoOutcomesIsNoticed(@TempDir Path directory) throws Exception {
        witness.answered(answer("OUTBID"), Duration.ofMillis(20));
        witness.answered(answer("OUTBID"), Duration.ofMillis(30));
        assertThat(witness.violations()).isEmpty();

        witness.answered(answer("ACCEPTED"), Duration.ofMillis(10));

        assertThat(witness.violations()).singleElement().asString().startsWith("answered twice: ");
        assertThat(witness.longestWait()).isEqualTo(Duration.ofMillis(30));
        assertThat(witness.longestWait()).as("since then").isZero();
        assertThat(Files.readAllLines(witness.write(directory.resolve("answered.csv"))))
                .containsExactly("bidId,auctionId,lotId,accountId,amount,outcome,revision", "b1,3,9,7,10.00,OUTBID,5");
    }

    @Test
    void whatTakesLongerThanItMayIsTold() {
        Ledger ledger = new Ledger(1);
        ledger.add(new Ledger.Entry(Trouble.DRAIN, "app1", Duration.ofMillis(1_000), Duration.ofSeconds(10)));
        assertThat(ledger.tooLong()).isEmpty();

        ledger.add(new Ledger.Entry(Trouble.DRAIN, "app2", Duration.ofMillis(1_001), Duration.ofSeconds(1)));
        ledger.add(new Ledger.Entry(Trouble.KILL, "app3", Duration.ofSeconds(3), Duration.ofMillis(10_001)));

        assertThat(ledger.tooLong()).hasSize(2);
        assertThat(ledger.table().get(2))
                .contains("a node is drained", "bids decided again", " 1.00 s  1.00 s (1 s)", " 1.00 s 10.00 s (10 s)");
    }

    private static Witness.Answer answer(String outcome) {
        return new Witness.Answer("b1", 3, 9, 7, TEN, outcome, 5);
    }
}
