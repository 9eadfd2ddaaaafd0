// A value that others watch.
import { useEffect, useState } from "preact/hooks";

export function signal(first) {
  const watchers = new Set();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (next !== value) {
        value = next;
        watchers.forEach((watcher) => watcher(next));
      }
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** The present value of a signal; the component is drawn again when it changes. */
export function useSignal(watched) {
  const [value, show] = useState(watched.get());
  useEffect(() => {
    show(watched.get());
    return watched.watch(show);
  }, [watched]);
  return value;
}
