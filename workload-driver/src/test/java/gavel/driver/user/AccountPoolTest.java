package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.operation.Person.Account;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccountPoolTest {
    private static final Accounts TEN = new Accounts("u%d@gavel.example", 1, 10, "secret");

    private static final AgentShare ALONE = AgentShare.ALONE;

    @Test
    void aUserBeginsAsTheSamePersonWhateverAgentAndLoopItIsOn() {
        for (int agents = 1; agents <= 3; agents++) {
            for (long user = 0; user < 6; user++) {
                AgentShare agent = new AgentShare((int) (user % agents), agents);
                AgentShare loop = new AgentShare((int) (user / agents % 2), 2);
                AccountPool pool = new AccountPool(TEN, 6, agent, loop);

                assertThat(pool.take(user).id()).as(user + " on " + agent).isEqualTo(user + 1);
            }
        }
    }

    @Test
    void noTwoLoopsOrAgentsShareAnAccountEvenWhenAgentsHaveDifferentNumbersOfLoops() {
        Set<Long> seen = new HashSet<>();
        int[] loopsOfAgent = {1, 2, 3};
        for (int agent = 0; agent < 3; agent++) {
            for (int loop = 0; loop < loopsOfAgent[agent]; loop++) {
                AccountPool pool = new AccountPool(
                        new Accounts("u%d@gavel.example", 1, 90, "secret"),
                        18,
                        new AgentShare(agent, 3),
                        new AgentShare(loop, loopsOfAgent[agent]));
                for (int i = 0; i < 30 / loopsOfAgent[agent]; i++) {
                    assertThat(seen.add(pool.take(agent + 3L * loop).id())).isTrue();
                }
            }
        }
        assertThat(seen).hasSize(90).contains(1L, 90L);
    }

    @Test
    void whoComesLaterTakesNobodysPlace() {
        AccountPool pool = new AccountPool(TEN, 3, ALONE, ALONE);
        Account first = pool.take(0);
        pool.giveBack(first);

        assertThat(pool.take(0).id())
                .as("a second session, before users 1 and 2 have come")
                .isEqualTo(4);
        assertThat(pool.take(1).id()).isEqualTo(2);
        assertThat(pool.take(2).id()).isEqualTo(3);
    }

    @Test
    void aUserBeyondThePlanFindsItsPersonTakenAndIsAnother() {
        AccountPool pool = new AccountPool(TEN, 1, ALONE, ALONE);
        pool.giveBack(pool.take(0));
        assertThat(pool.take(0).id()).isEqualTo(2);

        assertThat(pool.take(1).id()).isEqualTo(3);
        assertThat(pool.take(9).id()).isEqualTo(10);
    }

    @Test
    void anAccountRestsUntilAllOthersWereUsed() {
        AccountPool pool = new AccountPool(new Accounts("u%d@gavel.example", 1, 2, "secret"), 1, ALONE, ALONE);
        Account first = pool.take(0);
        pool.giveBack(first);
        assertThat(pool.take(0).id()).isEqualTo(2);
        assertThat(pool.take(0)).isEqualTo(first);
        assertThat(pool.take(0)).as("all are in use").isNull();
    }

    @Test
    void aPersonWhoIsNotThereLendsTheAccountWhenNoOtherIsLeft() {
        AccountPool pool = new AccountPool(new Accounts("u%d@gavel.example", 1, 2, "secret"), 2, ALONE, ALONE);
        pool.take(0);

        assertThat(pool.take(0).id()).isEqualTo(2);
    }

    @Test
    void anAccountDoesNotShowItsPassword() {
        assertThat(new AccountPool(TEN, 1, ALONE, ALONE).take(0)).hasToString("Account[1, u1@gavel.example]");
    }
}
