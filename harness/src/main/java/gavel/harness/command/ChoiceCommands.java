package gavel.harness.command;

import gavel.harness.config.Configurations;
import picocli.CommandLine.Command;

/** {@code gavel configs} and {@code gavel profiles}: what there is to choose from. */
final class ChoiceCommands {
    private ChoiceCommands() {}

    @Command(name = "configs", description = "Lists the ready configurations.")
    static final class Configs implements Runnable {
        private final Workplace workplace;

        Configs(Workplace workplace) {
            this.workplace = workplace;
        }

        @Override
        public void run() {
            for (Configurations.Ready ready : workplace.configurations().ready()) {
                workplace.console().line("%-14s %s".formatted(ready.name(), ready.summary()));
            }
        }
    }

    @Command(name = "profiles", description = "Lists the built-in profiles.")
    static final class Profiles implements Runnable {
        private final Workplace workplace;

        Profiles(Workplace workplace) {
            this.workplace = workplace;
        }

        @Override
        public void run() {
            workplace
                    .console()
                    .line("liveauction    people at live auctions: they browse, attend, bid, sell (default)");
            workplace.console().line("classic        the mix and limits Weathervane 2 published, for continuity");
            workplace
                    .console()
                    .line("               details: java -jar "
                            + workplace.installation().driverJar() + " describe liveauction");
        }
    }
}
