package gavel.harness.run;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Removal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
                                _ -> Stream.concat(platform.remains().stream(), unreachable.stream())
                                        .toList(),
                                "remove",
                                _ -> new Removal(List.of(), unreachable)));
    }

    /** It tells of other machines than the one it is on. */
    static Platform on(Machines machines, Platform platform) {
        return with(platform, Map.of("machines", _ -> machines));
    }

    /** Its drivers write elsewhere. */
    static Platform writing(Platform platform, Function<Path, String> output) {
        return with(platform, Map.of("output", arguments -> output.apply((Path) arguments[0])));
    }

    /** One of its operations fails, as where a machine stops answering; null for none. */
    static Platform failing(Platform platform, String operation) {
        return operation == null
                ? platform
                : with(platform, Map.of(operation, _ -> {
                    throw new EnvironmentException("host app1: no answer to " + operation + " within 200 s");
                }));
    }

    private static Platform with(Platform platform, Map<String, Function<Object[], Object>> answers) {
        return (Platform) Proxy.newProxyInstance(
                Platform.class.getClassLoader(), new Class<?>[] {Platform.class}, (_, method, arguments) -> {
                    Function<Object[], Object> answer = answers.get(method.getName());
                    try {
                        return answer != null ? answer.apply(arguments) : method.invoke(platform, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
