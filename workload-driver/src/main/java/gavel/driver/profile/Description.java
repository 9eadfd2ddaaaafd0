package gavel.driver.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code describe} prints of a profile: what follows from the chain without a run. */
public final class Description {
    private Description() {}

    public static String of(Profile profile) {
        Visits visits = Visits.of(profile.session(), profile.auctions().slots());
        double cycle = profile.cycle().drawnMean();
        double session = visits.operations() / (1 - Math.min(0.9, profile.acceptedBidsPerUserSecond() * cycle));
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "profile %s, version %s, sha256 %s%s",
                profile.name(),
                profile.version(),
                profile.sha256(),
                profile.builtIn() ? "" : " (custom)"));
        lines.add("");
        lines.add(String.format(
                Locale.ROOT, "%-20s %8s %10s %12s %10s", "operation", "limit", "share", "per session", "exchanges"));
        double exchanges = 0;
        for (OperationKind kind : OperationKind.values()) {
            Double perSession = visits.perSession().get(kind);
            lines.add(String.format(
                    Locale.ROOT,
                    "%-20s %6.1f s %10s %12s %10.1f",
                    kind.title(),
                    profile.limitMillis(kind) / 1000.0,
                    perSession == null ? why(kind) : String.format(Locale.ROOT, "%.2f %%", 100 * visits.share(kind)),
                    perSession == null ? "" : String.format(Locale.ROOT, "%.3f", perSession),
                    Exchanges.of(kind)));
            exchanges += perSession == null ? 0 : perSession * Exchanges.of(kind);
        }
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "a session: %.1f operations with bids, %.1f without, %.0f s; %.2f auctions followed, %.1f attendees an auction",
                session,
                visits.operations(),
                session * cycle,
                visits.following(),
                visits.following() * profile.auctions().usersPerAuction()));
        lines.add(String.format(
                Locale.ROOT,
                "a user: %.3f main operations/s, %.2f exchanges/s for them, %.5f accepted bids/s (reference)",
                1 / cycle,
                exchanges / visits.operations() / cycle,
                profile.acceptedBidsPerUserSecond()));
        return String.join("\n", lines) + "\n";
    }

    private static String why(OperationKind kind) {
        return kind.background() ? "follower" : kind == OperationKind.PLACE_BID ? "by news" : "never";
    }
}
