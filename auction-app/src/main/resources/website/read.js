// Reading something from the server for a page: loading, there, or failed.
import { useCallback, useEffect, useState } from "preact/hooks";
import { get, persistently } from "./api.js";

/** {value, problem, again, set} of a GET that is repeated whenever its address changes. */
export function useRead(path, query) {
  const [state, show] = useState({});
  const [round, setRound] = useState(0);
  const key = path && JSON.stringify([path, query]);
  useEffect(() => {
    if (!path) {
      return undefined;
    }
    const controller = new AbortController();
    show((before) => ({ value: before.key?.[0] === path ? before.value : undefined, key: [path] }));
    persistently(() => get(path, query, controller.signal), { abort: controller.signal }).then(
      (value) => controller.signal.aborted || show({ value, key: [path] }),
      (problem) => controller.signal.aborted || show({ problem, key: [path] }),
    );
    return () => controller.abort();
  }, [key, round]);
  const again = useCallback(() => setRound((n) => n + 1), []);
  return { ...state, again, set: (value) => show({ value, key: [path] }) };
}

/** Something a button does: {run, busy, problem, done}. */
export function useAction(action) {
  const [state, show] = useState({});
  const run = async (...args) => {
    show({ busy: true });
    try {
      const value = await action(...args);
      show({ done: true, value });
      return value;
    } catch (problem) {
      show({ problem });
      return undefined;
    }
  };
  return { ...state, run, forget: () => show({}) };
}
