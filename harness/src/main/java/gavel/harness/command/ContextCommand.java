package gavel.harness.command;

import java.util.concurrent.Callable;

/** A command; what it works with is there before it is called. */
abstract class ContextCommand implements Callable<Integer> {
    CommandContext context;
}
