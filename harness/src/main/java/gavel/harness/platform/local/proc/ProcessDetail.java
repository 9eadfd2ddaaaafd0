package gavel.harness.platform.local.proc;

/**
 * What is too dear to read each second: read at both ends of the measurement. Zero where the kernel does not tell.
 *
 * @param voluntarySwitches over the threads alive now
 */
public record ProcessDetail(
        long readBytes, long writtenBytes, long voluntarySwitches, long involuntarySwitches, long pssBytes) {
    public static final ProcessDetail NONE = new ProcessDetail(0, 0, 0, 0, 0);

    /** What was counted by a process that has no memory any more. */
    public ProcessDetail withoutMemory() {
        return new ProcessDetail(readBytes, writtenBytes, voluntarySwitches, involuntarySwitches, 0);
    }

    public ProcessDetail plus(ProcessDetail other) {
        return new ProcessDetail(
                readBytes + other.readBytes,
                writtenBytes + other.writtenBytes,
                voluntarySwitches + other.voluntarySwitches,
                involuntarySwitches + other.involuntarySwitches,
                pssBytes + other.pssBytes);
    }
}
