package gavel.harness.topology;

/** How an instance takes other files while it goes on, without losing a request. */
public sealed interface Reload {
    /** When it works by them, and by those before no more. */
    Ready inForce();

    /** @param signal that makes its process read them, such as {@code HUP} */
    record BySignal(String signal, Ready inForce) implements Reload {}

    /** @param step that makes it read them */
    record ByStep(Step step, Ready inForce) implements Reload {}
}
