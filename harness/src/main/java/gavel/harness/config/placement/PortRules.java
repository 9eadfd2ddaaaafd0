package gavel.harness.config.placement;

import gavel.harness.config.Configuration;
import gavel.harness.setting.Rules;
import java.util.ArrayList;
import java.util.List;

/** The ports that a configuration names for several tiers: pure. */
public final class PortRules {
    private PortRules() {}

    /** Of the servers of one tier, each of which has the next one. */
    private record Named(String tier, int first, int last) {
        static void add(List<Named> all, String tier, Integer first, int servers) {
            if (first != null && servers > 0) {
                all.add(new Named(tier, first, first + servers - 1));
            }
        }

        boolean meets(Named other) {
            return first <= other.last && other.first <= last;
        }

        String text() {
            return first == last ? Integer.toString(first) : first + ".." + last;
        }
    }

    /** Holds the ports of each tier against those of the others: a deployment gives each port to one server. */
    public static void check(Configuration configuration, Rules rules) {
        boolean virtual = configuration.virtualIps().present();
        boolean balanced = configuration.balancers().present();
        List<Named> all = new ArrayList<>();
        Named.add(all, "appServers", configuration.appServers().port(), configuration.mostAppServers());
        // Servers that take over each other's addresses have the same one.
        int web = configuration.webServers().instances();
        Named.add(all, "webServers", configuration.webServers().port(), virtual && !balanced ? Math.min(1, web) : web);
        int balancers = configuration.balancers().instances();
        Named.add(all, "balancers", configuration.balancers().port(), virtual ? Math.min(1, balancers) : balancers);
        for (int i = 0; i < all.size(); i++) {
            for (Named earlier : all.subList(0, i)) {
                Named named = all.get(i);
                rules.that(
                        !named.meets(earlier),
                        named.tier() + ".port",
                        "must leave " + earlier.text() + " to the " + earlier.tier(),
                        named.text());
            }
        }
    }
}
