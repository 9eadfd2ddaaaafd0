package gavel.harness.run;

import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Removal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A platform some of whose answers are others. */
final class Disguised {
    private Disguised() {}

    /** Some of its hosts cannot be reached. */
    static Platform halfReachable(Platform platform, List<HostRemains> unreachable) {
        return unreachable.isEmpty()
                ? platform
                : with(
                        platform,
                        Map.of(
                                "remains",
                                () -> Stream.concat(platform.remains().stream(), unreachable.stream())
                                        .toList(),
                                "remove",
                                () -> new Removal(List.of(), unreachable)));
    }

    /** It tells of other machines than the one it is on. */
    static Platform on(Machines machines, Platform platform) {
        return with(platform, Map.of("machines", () -> machines));
    }

    private static Platform with(Platform platform, Map<String, Supplier<Object>> answers) {
        return (Platform) Proxy.newProxyInstance(
                Platform.class.getClassLoader(), new Class<?>[] {Platform.class}, (_, method, arguments) -> {
                    Supplier<Object> answer = answers.get(method.getName());
                    try {
                        return answer != null ? answer.get() : method.invoke(platform, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
