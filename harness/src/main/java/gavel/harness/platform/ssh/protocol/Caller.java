package gavel.harness.platform.ssh.protocol;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.platform.ssh.protocol.Message.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The near end of a connection: what is called on its interface happens at the far end. Any thread may call, and several at a time; each
 * call has a limit. When the connection has ended, every call says so at once.
 */
public final class Caller implements InvocationHandler {
    private final String host;
    private final String build;
    private final Frames frames;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
    private volatile String ended;

    /** One call that has not ended. */
    private record Pending(CompletableFuture<JsonNode> result, Consumer<String> lines) {}

    private Caller(String host, String build, Frames frames) {
        this.host = host;
        this.build = build;
        this.frames = frames;
    }

    /**
     * @param operations an interface whose methods each carry a {@link Limit}
     * @param host as failures name it
     */
    public static <T> T of(Class<T> operations, String host, String build, Frames frames) {
        Caller caller = new Caller(host, build, frames);
        Thread.ofVirtual().name("answers-of-" + host).start(caller::readAnswers);
        return operations.cast(
                Proxy.newProxyInstance(operations.getClassLoader(), new Class<?>[] {operations}, caller));
    }

    private void readAnswers() {
        String reason;
        try {
            while (true) {
                take(frames.read());
            }
        } catch (EOFException e) {
            reason = "the connection has ended";
        } catch (IOException e) {
            reason = e.getMessage();
        } catch (RuntimeException e) {
            // Reading has ended for any reason: without this every call would wait for its whole limit.
            reason = "a message of it cannot be understood: " + e;
        }
        ended = reason;
        pending.values().forEach(call -> call.result().completeExceptionally(lost()));
    }

    private void take(Message message) throws IOException {
        if (!build.equals(message.build())) {
            throw new Frames.ProtocolException("the far end is of another build");
        }
        Pending call = pending.get(message.id());
        if (call == null) {
            return; // its caller has given up
        }
        if (message.line() != null) {
            call.lines().accept(message.line());
        } else if (message.failure() != null) {
            call.result().completeExceptionally(exception(message.failure()));
        } else {
            call.result().complete(message.result());
        }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] given) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == given[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "far end of " + host;
            };
        }
        Object[] arguments = given == null ? new Object[0] : given;
        Limit limit = method.getAnnotation(Limit.class);
        return call(method, arguments, limit == null ? Limit.USUAL : Duration.ofSeconds(limit.seconds()));
    }

    private Object call(Method method, Object[] arguments, Duration usual) throws Exception {
        Type[] types = method.getGenericParameterTypes();
        List<JsonNode> sent = new ArrayList<>();
        Consumer<String> lines = line -> {};
        Duration limit = usual;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Consumer<?>) {
                lines = lines(arguments[i]);
            } else {
                sent.add(Values.write(arguments[i], types[i]));
            }
            if (arguments[i] instanceof Duration longer) {
                limit = usual.plus(longer);
            }
        }
        long id = ids.incrementAndGet();
        Pending call = new Pending(new CompletableFuture<>(), lines);
        pending.put(id, call);
        try {
            send(Message.call(build, id, method.getName(), sent));
            if (Thread.interrupted()) {
                // An answer that is there already would hide it.
                throw new InterruptedException();
            }
            JsonNode result = call.result().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return result == null ? nothing(method) : Values.read(result, method.getGenericReturnType());
        } catch (ExecutionException e) {
            throw declared(method, e.getCause());
        } catch (InterruptedException e) {
            if (List.of(method.getExceptionTypes()).contains(InterruptedException.class)) {
                throw e;
            }
            Thread.currentThread().interrupt();
            throw new InterruptedRunException("work at host " + host);
        } catch (TimeoutException e) {
            throw new EnvironmentException(
                    "host " + host + ": no answer to " + method.getName() + " within " + limit.toSeconds() + " s", e);
        } catch (JacksonException e) {
            throw new EnvironmentException(
                    "host " + host + ": its answer to " + method.getName() + " is not what it should be: "
                            + e.getOriginalMessage(),
                    e);
        } finally {
            pending.remove(id);
        }
    }

    /** Where no answer is one. */
    private Object nothing(Method method) {
        if (method.getReturnType().isPrimitive() && method.getReturnType() != void.class) {
            throw new EnvironmentException("host " + host + ": its answer to " + method.getName() + " is empty");
        }
        return null;
    }

    private void send(Message message) {
        if (ended != null) {
            throw lost();
        }
        try {
            frames.write(message);
        } catch (IOException e) {
            throw new EnvironmentException(
                    "host " + host + ": the connection is lost: " + e.getMessage()
                            + "; what runs there goes on, `gavel status` finds it again",
                    e);
        }
        if (ended != null) {
            throw lost();
        }
    }

    private EnvironmentException lost() {
        return new EnvironmentException("host " + host + ": the connection is lost: " + ended
                + "; what runs there goes on, `gavel status` finds it again");
    }

    @SuppressWarnings("unchecked")
    private static Consumer<String> lines(Object argument) {
        return (Consumer<String>) argument;
    }

    /** What a method does not declare is a problem of the machine. */
    private Exception declared(Method method, Throwable thrown) {
        if (thrown instanceof RuntimeException
                || thrown instanceof IOException
                        && List.of(method.getExceptionTypes()).contains(IOException.class)) {
            return (Exception) thrown;
        }
        return new EnvironmentException("host " + host + ": " + thrown.getMessage(), thrown);
    }

    private Exception exception(Failure failure) {
        String text = "host " + host + ": " + failure.text();
        return switch (failure.kind()) {
            case ENVIRONMENT -> new EnvironmentException(text, failure.evidence(), null);
            case CONFIGURATION -> new ConfigurationException(text);
            case IO -> new IOException(text);
            case INTERRUPTED -> new InterruptedRunException(text);
            case DEFECT ->
                new EnvironmentException(
                        text + "; unexpected, please report it with the lines above", failure.evidence(), null);
        };
    }
}
