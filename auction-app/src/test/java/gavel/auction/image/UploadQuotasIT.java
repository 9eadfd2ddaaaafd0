package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.problem.ApiProblem;
import gavel.auction.settings.TestSettings;
import gavel.auction.testing.EmbeddedServices;
import gavel.auction.testing.Rows;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class UploadQuotasIT {
    private final EmbeddedServices.TestDatabase database = EmbeddedServices.migratedDatabase();
    private final Rows rows = new Rows(database);
    private final long ada = rows.account("ada@example.com");
    private final long bob = rows.account("bob@example.com");
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);

    @Test
    void anAccountHasSoManyPictures() {
        UploadQuotas quotas = quotas("gavel.images.most-of-account", "3");
        for (int i = 0; i < 3; i++) {
            quotas.require(ada);
            quotas.count(ada, 1_000);
        }
        assertRefused(() -> quotas.require(ada), 409);
        assertRefused(() -> quotas.count(ada, 1_000), 409);
        quotas.require(bob);
        quotas.count(bob, 1_000);
    }

    @Test
    void anAccountHasSoManyBytes() {
        UploadQuotas quotas = quotas("gavel.images.account-size", "10KB");
        quotas.count(ada, 10_000);
        assertRefused(() -> quotas.count(ada, 241), 409);
        quotas.count(ada, 240);
        assertRefused(() -> quotas.require(ada), 409);
        assertRefused(() -> quotas.count(bob, 10_241), 409);
    }

    @Test
    void allTogetherHaveSoManyBytes() {
        UploadQuotas quotas = quotas("gavel.images.total-size", "10KB");
        quotas.count(ada, 6_000);
        quotas.require(bob);
        quotas.count(bob, 6_000);
        assertRefused(() -> quotas.require(ada), 507);
        assertRefused(() -> quotas.require(rows.account("eve@example.com")), 507);
    }

    @Test
    void theRowsOfAllAccountsAreAddedUpOnceInTenSeconds() {
        UploadQuotas quotas = quotas("gavel.images.total-size", "10KB");
        UploadQuotas another = quotas("gavel.images.total-size", "10KB");
        quotas.require(ada);
        another.count(bob, 10_240);
        nanos.addAndGet(9_999_999_999L);
        quotas.require(ada);
        nanos.addAndGet(1);
        assertRefused(() -> quotas.require(ada), 507);
    }

    private UploadQuotas quotas(String setting, String value) {
        return new UploadQuotas(
                rows.sql(), TestSettings.of(Map.of("gavel.database.url", database.url(), setting, value)), nanos::get);
    }

    private static void assertRefused(ThrowingCallable call, int status) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ApiProblem.class, problem -> assertThat(
                        problem.status().value())
                .isEqualTo(status));
    }
}
