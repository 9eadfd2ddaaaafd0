package gavel.harness.platform.local.proc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells which processes belong to which root: a process belongs to the nearest root above it. */
public final class ProcessTree {
    private ProcessTree() {}

    /** Members of each root, the root first. A root that is not running has no members. */
    public static Map<Long, List<ProcessStat>> members(Collection<ProcessStat> all, Set<Long> roots) {
        Map<Long, ProcessStat> byPid = new HashMap<>();
        Map<Long, List<ProcessStat>> children = new HashMap<>();
        for (ProcessStat process : all) {
            byPid.put(process.pid(), process);
            children.computeIfAbsent(process.parent(), parent -> new ArrayList<>())
                    .add(process);
        }
        Map<Long, List<ProcessStat>> members = new LinkedHashMap<>();
        for (long root : roots) {
            List<ProcessStat> tree = new ArrayList<>();
            ArrayDeque<ProcessStat> open = new ArrayDeque<>();
            if (byPid.containsKey(root)) {
                open.add(byPid.get(root));
            }
            while (!open.isEmpty()) {
                ProcessStat process = open.poll();
                tree.add(process);
                children.getOrDefault(process.pid(), List.of()).stream()
                        .filter(child -> !roots.contains(child.pid()))
                        .forEach(open::add);
            }
            members.put(root, tree);
        }
        return members;
    }
}
