package gavel.harness.topology;

/**
 * How an instance takes other files while it goes on, without losing a request.
 *
 * @param signal that makes its process read them, such as {@code HUP}
 * @param inForce when it works by them, and by those before no more
 */
public record Reload(String signal, Ready inForce) {}
