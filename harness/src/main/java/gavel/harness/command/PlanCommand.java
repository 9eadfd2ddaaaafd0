package gavel.harness.command;

import gavel.harness.config.Configuration;
import gavel.harness.run.Plan;
import gavel.harness.setting.RecordWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel plan}. */
@Command(name = "plan", description = "Shows what would be started where; starts nothing.")
final class PlanCommand implements Callable<Integer> {
    private final Workplace workplace;

    @Mixin
    private ConfigOptions options;

    @Option(names = "--settings", description = "also every setting as the run would have it")
    private boolean settings;

    PlanCommand(Workplace workplace) {
        this.workplace = workplace;
    }

    @Override
    public Integer call() {
        Configuration configuration = options.read(workplace.configurations());
        workplace
                .console()
                .line("%s: %d users, length %s, services %s"
                        .formatted(
                                configuration.name(),
                                configuration.load().users(),
                                configuration.load().lengthName(),
                                configuration.services()));
        Plan.of(configuration).lines().forEach(workplace.console()::line);
        if (settings) {
            workplace.console().line("");
            workplace.console().line(RecordWriter.write(configuration).stripTrailing());
        }
        return 0;
    }
}
