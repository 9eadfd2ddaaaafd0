package gavel.driver.health;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The threads in which the JVM compiles. While people are timed they run only when no other thread wants the processor (Linux's class
 * SCHED_IDLE, which any user may choose). On one core a loop that is woken beside them would wait up to 3 ms for them. Where the system
 * does not have that, nothing happens.
 */
public final class CompilerThreads {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final int SCHED_OTHER = 0;
    private static final int SCHED_IDLE = 5;

    private CompilerThreads() {}

    public static void stepBack() {
        schedule(SCHED_IDLE);
    }

    /** Needs the right to raise priorities; without it they stay where they are, which matters little to a driver that has run for a while. */
    public static void goOn() {
        schedule(SCHED_OTHER);
    }

    private static void schedule(int policy) {
        if (!Files.isDirectory(TASKS)) {
            return;
        }
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS);
                Arena arena = Arena.ofConfined()) {
            Linker linker = Linker.nativeLinker();
            MethodHandle setScheduler = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("sched_setscheduler"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
            MemorySegment priority = arena.allocateFrom(ValueLayout.JAVA_INT, 0);
            for (Path task : tasks) {
                if (name(task).matches("C[12] CompilerThre\\s*")) {
                    int ignored = (int) setScheduler.invokeExact(
                            Integer.parseInt(task.getFileName().toString()), policy, priority);
                }
            }
        } catch (Throwable unavailable) {
            System.getLogger(CompilerThreads.class.getName())
                    .log(System.Logger.Level.DEBUG, "compilers keep their priority", unavailable);
        }
    }

    /** Empty for a thread that has just ended. */
    private static String name(Path task) {
        try {
            return Files.readString(task.resolve("comm"));
        } catch (IOException ended) {
            return "";
        }
    }
}
