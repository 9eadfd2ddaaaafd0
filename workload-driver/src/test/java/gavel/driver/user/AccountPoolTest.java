package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.operation.Person.Account;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccountPoolTest {
    private static final Accounts TEN = new Accounts("u%d@gavel.example", 1, 10, "secret");

    @Test
    void noTwoLoopsOrAgentsShareAnAccount() {
        Set<Long> seen = new HashSet<>();
        int shares = 3;
        for (int share = 0; share < shares; share++) {
            AccountPool pool = new AccountPool(TEN, share, shares);
            for (int i = 0; i < 3; i++) {
                assertThat(seen.add(pool.take().id())).isTrue();
            }
        }
        // Nine of the ten, the first ones first.
        assertThat(seen).hasSize(9).contains(1L, 2L, 3L).doesNotContain(10L);
    }

    @Test
    void anAccountRestsUntilAllOthersWereUsed() {
        AccountPool pool = new AccountPool(new Accounts("u%d@gavel.example", 1, 2, "secret"), 0, 1);
        Account first = pool.take();
        pool.giveBack(first);
        assertThat(pool.take().id()).isEqualTo(2);
        assertThat(pool.take()).isEqualTo(first);
        assertThatThrownBy(pool::take)
                .hasMessageContaining("no account is free")
                .hasMessageNotContaining("secret");
    }

    @Test
    void anAccountDoesNotShowItsPassword() {
        assertThat(new AccountPool(TEN, 0, 1).take()).hasToString("Account[1, u1@gavel.example]");
    }
}
