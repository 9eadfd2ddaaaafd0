package gavel.harness.command.text;

import gavel.harness.config.AppServerSettings;
import gavel.harness.config.Configuration;

/** What the passwords of a deployment are worth where people use it. Pure. */
public final class PasswordLine {
    private PasswordLine() {}

    public static String of(Configuration configuration) {
        int cost = configuration.appServers().bcryptCost();
        int usual = AppServerSettings.USUAL_BCRYPT_COST;
        return "hashed with bcrypt at cost " + cost
                + (cost >= usual
                        ? ""
                        : ", as log-ins are part of the load; where people have accounts the usual cost is " + usual
                                + " or more (appServers.bcryptCost)");
    }
}
