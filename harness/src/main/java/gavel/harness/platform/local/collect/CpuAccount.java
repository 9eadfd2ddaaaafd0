package gavel.harness.platform.local.collect;

import gavel.harness.collect.Outside;
import gavel.harness.platform.local.proc.MachineStat;
import gavel.harness.platform.local.proc.Proc;
import gavel.harness.platform.local.proc.ProcessStat;
import gavel.harness.platform.local.proc.ProcessTree;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whose work the CPU did, at one moment: counters of the machine, of the run's own processes, and of all others. What others took between
 * two moments is what the machine did for tasks, without what the run and the kernel's threads did. So it counts processes too that were
 * never seen, because they ended quickly or live in another container.
 *
 * @param processes all that can be seen, by pid
 * @param trees of each root of the run, its processes
 * @param harness pid of this harness, whose children are the run's own
 */
record CpuAccount(
        MachineStat machine, Map<Long, ProcessStat> processes, Map<Long, List<ProcessStat>> trees, long harness) {

    /** @param roots of the run's own processes, besides this harness */
    static CpuAccount read(Proc proc, Set<Long> roots, long harness) {
        List<ProcessStat> all = proc.processes();
        Set<Long> own = new LinkedHashSet<>(roots);
        own.add(harness);
        Map<Long, ProcessStat> byPid = new HashMap<>();
        all.forEach(process -> byPid.put(process.pid(), process));
        return new CpuAccount(proc.machine(), byPid, ProcessTree.members(all, own), harness);
    }

    /**
     * What processes outside the run took since then. Where one of the run ended meanwhile, its last work is known of nobody: only what
     * processes took that are seen counts then.
     */
    Outside since(CpuAccount earlier) {
        return since(earlier, 0, !lostSince(earlier));
    }

    /** @param ended ticks since then of the run's own processes that are gone by now */
    Outside since(CpuAccount earlier, long ended) {
        return since(earlier, ended, true);
    }

    private Outside since(CpuAccount earlier, long ended, boolean unseen) {
        long total = machine.totalTicks() - earlier.machine.totalTicks();
        if (total <= 0) {
            return Outside.NONE;
        }
        Set<Long> own = new LinkedHashSet<>();
        trees.values().forEach(tree -> tree.forEach(process -> own.add(process.pid())));
        long ownTicks = ownTicksSince(earlier) + ended;
        long accounted = ownTicks;
        long seen = 0;
        Map<String, Double> byCommand = new HashMap<>();
        for (ProcessStat process : processes.values()) {
            long ticks = ticksSince(process, earlier);
            if (process.kernel()) {
                accounted += ticks;
            } else if (!own.contains(process.pid())) {
                seen += ticks;
                byCommand.merge(printable(process.command()), (double) ticks / total, Double::sum);
            }
        }
        long rest = machine.taskTicksSince(earlier.machine) - accounted;
        long taken = unseen ? Math.max(seen, rest) : seen;
        return Outside.of(share(taken, total), byCommand, share(ownTicks, total));
    }

    private boolean lostSince(CpuAccount earlier) {
        return earlier.trees.entrySet().stream()
                .anyMatch(tree ->
                        !tree.getValue().isEmpty() && tree(tree.getKey()).isEmpty());
    }

    private List<ProcessStat> tree(long root) {
        return trees.getOrDefault(root, List.of());
    }

    /** What processes below a root used since then; 0 where it is gone. */
    long ticksSince(long root, CpuAccount earlier) {
        return Math.max(0, sum(tree(root)) - sum(earlier.tree(root)));
    }

    private static double share(long ticks, long total) {
        return Math.clamp((double) ticks / total, 0, 1);
    }

    /** A tree's children count with their parent when they end; the harness has had children whose whole life would count again then. */
    private long ownTicksSince(CpuAccount earlier) {
        long ticks = 0;
        for (Map.Entry<Long, List<ProcessStat>> tree : trees.entrySet()) {
            ticks += tree.getKey() == harness
                    ? tree.getValue().stream()
                            .mapToLong(process -> ticksSince(process, earlier))
                            .sum()
                    : ticksSince(tree.getKey(), earlier);
        }
        return ticks;
    }

    private static long sum(List<ProcessStat> tree) {
        return tree.stream().mapToLong(ProcessStat::cpuTicks).sum();
    }

    /** Of its own, all of them when it is new. */
    private static long ticksSince(ProcessStat process, CpuAccount earlier) {
        ProcessStat before = earlier.processes.get(process.pid());
        return process.ownTicks() - (process.same(before) ? before.ownTicks() : 0);
    }

    private static String printable(String command) {
        return command.replaceAll("[\\p{Cntrl}\\x80-\\x9f]", "?");
    }
}
