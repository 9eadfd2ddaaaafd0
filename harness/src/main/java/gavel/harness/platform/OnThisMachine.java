package gavel.harness.platform;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A machine that is this one, where its platform has nothing else to say. */
public interface OnThisMachine extends Machine {
    Machine here();

    @Override
    default String name() {
        return here().name();
    }

    @Override
    default HostFacts facts() {
        return here().facts();
    }

    @Override
    default HostDescription description() {
        return here().description();
    }

    @Override
    default Optional<Path> program(List<String> patterns) {
        return here().program(patterns);
    }

    @Override
    default String ask(List<String> command) {
        return here().ask(command);
    }

    @Override
    default Said tried(List<String> command) {
        return here().tried(command);
    }

    @Override
    default int administer(List<String> command, Duration longest, Consumer<String> lines) throws InterruptedException {
        return here().administer(command, longest, lines);
    }

    @Override
    default boolean portFree(int port) {
        return here().portFree(port);
    }

    @Override
    default List<String> unanswered(List<String> sockets) {
        return here().unanswered(sockets);
    }
}
