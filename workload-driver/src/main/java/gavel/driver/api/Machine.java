package gavel.driver.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine this process runs on, and since when: processes with the same name for it share one wall clock. */
public final class Machine {
    /** Linux draws it anew at each start of the kernel, and containers see their machine's (random(4)). */
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private Machine() {}

    public static String name() {
        try {
            return Files.readString(BOOT).strip();
        } catch (IOException unknown) {
            throw new UncheckedIOException("this machine has no name: " + BOOT + " cannot be read", unknown);
        }
    }
}
