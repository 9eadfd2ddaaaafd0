package gavel.driver.operation;

/** Hears of the end of an operation; called on the loop's thread, last. */
@FunctionalInterface
public interface OperationListener {
    void ended(OperationRun run);
}
