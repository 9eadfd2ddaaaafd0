package gavel.driver.loop;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Asks Linux to give the current thread short turns on its core, which is no more of it than before. A thread that wakes with shorter turns
 * than the one that runs takes the core at once (since Linux 6.12). Otherwise it waits until that one has had its turn, up to the next tick
 * of the kernel's clock, 4 ms. Any user may ask. Where the system does not have that, nothing happens.
 */
final class ShortTurns {
    /** The least that Linux grants. */
    static final long NANOS = 100_000;

    /** Of {@code struct sched_attr}: size, policy, flags, nice, priority, runtime, deadline, period. */
    private static final int BYTES = 48;

    private static final int RUNTIME = 24;
    private static final int SELF = 0;
    private static final int NO_FLAGS = 0;

    private ShortTurns() {}

    /** Everything else about the thread stays as it is. */
    static void ask() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(BYTES, Long.BYTES);
            if (read(attributes)) {
                attributes.set(ValueLayout.JAVA_LONG, RUNTIME, NANOS);
                long ignored = (long) handle().invokeExact(Numbers.here().set(), SELF, attributes, NO_FLAGS, NO_FLAGS);
            }
        } catch (Throwable unavailable) {
            System.getLogger(ShortTurns.class.getName())
                    .log(System.Logger.Level.DEBUG, "the loop's turns stay as long as others'", unavailable);
        }
    }

    /** What the current thread has been granted, in nanoseconds; 0 where the system tells nothing. */
    static long granted() throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(BYTES, Long.BYTES);
            return read(attributes) ? attributes.get(ValueLayout.JAVA_LONG, RUNTIME) : 0;
        }
    }

    private static boolean read(MemorySegment attributes) throws Throwable {
        Numbers numbers = Numbers.here();
        return numbers != null && (long) handle().invokeExact(numbers.get(), SELF, attributes, BYTES, NO_FLAGS) == 0;
    }

    /** Two arguments that a call does not have are not looked at. */
    private static MethodHandle handle() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("syscall"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT),
                Linker.Option.firstVariadicArg(1));
    }

    /** Of the system calls, which the C library has no names for everywhere. */
    private record Numbers(long set, long get) {
        /** Null where they are not known. */
        static Numbers here() {
            if (!System.getProperty("os.name").equals("Linux")) {
                return null;
            }
            return switch (System.getProperty("os.arch")) {
                case "amd64" -> new Numbers(314, 315);
                case "aarch64" -> new Numbers(274, 275);
                default -> null;
            };
        }
    }
}
