package gavel.auction.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/**
 * Stands in for an interface of a library that is too wide to implement by hand. It does what it was told for each method's name, and
 * answers everything else with nothing, zero or false.
 */
public final class Fake<T> {
    private final Class<T> type;
    private final Map<String, Call> calls = new HashMap<>();

    /** What one method does. */
    @FunctionalInterface
    public interface Call {
        Object with(Object[] arguments) throws Throwable;
    }

    private Fake(Class<T> type) {
        this.type = type;
    }

    public static <T> Fake<T> of(Class<T> type) {
        return new Fake<>(type);
    }

    /** Every method of this name does so. */
    public Fake<T> on(String method, Call call) {
        calls.put(method, call);
        return this;
    }

    public T make() {
        Map<String, Call> known = Map.copyOf(calls);
        InvocationHandler handler = (proxy, method, arguments) -> {
            Call call = known.get(method.getName());
            if (call != null) {
                return call.with(arguments == null ? new Object[0] : arguments);
            }
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "toString" -> "fake " + type.getSimpleName();
                default -> nothing(method.getReturnType());
            };
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 0;
        }
        return type == long.class ? 0L : null;
    }
}
