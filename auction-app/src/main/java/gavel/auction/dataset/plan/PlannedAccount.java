package gavel.auction.dataset.plan;

import java.time.Instant;

/** An account of the set; all of them share one password. */
public record PlannedAccount(int id, String firstName, String lastName, Instant createdAt) {
    public String email() {
        return "u" + id + "@gavel.example";
    }
}
