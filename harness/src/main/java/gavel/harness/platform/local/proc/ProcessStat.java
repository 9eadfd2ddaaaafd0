package gavel.harness.platform.local.proc;

/**
 * The line of {@code /proc/PID/stat} that matters here (proc_pid_stat(5)).
 *
 * @param command its short name, at most 15 characters that it may have chosen itself; never its arguments
 * @param kernel whether it is a thread of the kernel
 * @param startTicks since boot: together with the pid it names one process for good
 * @param ownTicks user and system time of its own
 * @param cpuTicks user and system time, that of reaped children included, so that a sum over a tree never falls when a member ends
 * @param systemTicks the system part of it
 */
public record ProcessStat(
        long pid,
        long parent,
        String command,
        char state,
        boolean kernel,
        long ownTicks,
        long cpuTicks,
        long systemTicks,
        long startTicks,
        long rssPages) {
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int FLAGS = 6;
    private static final int UTIME = 11;
    private static final int STIME = 12;
    private static final int CUTIME = 13;
    private static final int CSTIME = 14;
    private static final int STARTTIME = 19;
    private static final int RSS = 21;
    /** PF_KTHREAD of the kernel's sched.h. */
    private static final long KERNEL_THREAD = 0x0020_0000;

    /** The name of the command stands in parentheses and may itself contain blanks and parentheses: the last one closes it. */
    public static ProcessStat parse(String line) {
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')');
        if (open < 0 || close < open) {
            throw new IllegalArgumentException("not a process status line: " + line);
        }
        long pid = Long.parseLong(line.substring(0, open).trim());
        String[] fields = line.substring(close + 1).trim().split(" ");
        if (fields.length <= RSS) {
            throw new IllegalArgumentException("not a process status line: " + line);
        }
        long system = Long.parseLong(fields[STIME]) + Long.parseLong(fields[CSTIME]);
        long user = Long.parseLong(fields[UTIME]) + Long.parseLong(fields[CUTIME]);
        long own = Long.parseLong(fields[UTIME]) + Long.parseLong(fields[STIME]);
        return new ProcessStat(
                pid,
                Long.parseLong(fields[PARENT]),
                line.substring(open + 1, close),
                fields[STATE].charAt(0),
                (Long.parseLong(fields[FLAGS]) & KERNEL_THREAD) != 0,
                own,
                user + system,
                system,
                Long.parseLong(fields[STARTTIME]),
                Long.parseLong(fields[RSS]));
    }

    /** Stopped by a signal or by a debugger: it gets no CPU until it is continued. */
    public boolean stopped() {
        return state == 'T' || state == 't';
    }

    /** The same process as that one, at whatever time it was read. */
    public boolean same(ProcessStat other) {
        return other != null && pid == other.pid && startTicks == other.startTicks;
    }

    /** Ended, but not yet reaped by its parent. */
    public boolean zombie() {
        return state == 'Z' || state == 'X';
    }
}
