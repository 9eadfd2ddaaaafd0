package gavel.harness.platform.ssh.protocol;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.platform.ssh.protocol.Message.Failure;
import gavel.harness.platform.ssh.protocol.Message.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The far end of a connection: does what it is asked for, each call in a thread of its own, and nothing but what its interface has. Ends
 * with its input.
 */
public final class Answerer {
    private static final int MOST_FRAMES = 20;
    private final String build;
    private final Frames frames;
    private final Object operations;
    private final Map<String, Method> methods;
    private volatile long heardAt = System.nanoTime();

    public <T> Answerer(String build, Frames frames, Class<T> type, T operations) {
        this.build = build;
        this.frames = frames;
        this.operations = operations;
        this.methods = Stream.of(type.getMethods()).collect(Collectors.toMap(Method::getName, Function.identity()));
    }

    /** Returns when the near end has gone. */
    public void serve() throws IOException {
        while (true) {
            Message message;
            try {
                message = frames.read();
            } catch (EOFException gone) {
                return;
            }
            heardAt = System.nanoTime();
            Thread.ofVirtual().name(String.valueOf(message.call())).start(() -> answer(message));
        }
    }

    /** Since the last message came. */
    public long silentMillis() {
        return (System.nanoTime() - heardAt) / 1_000_000;
    }

    private void answer(Message message) {
        try {
            frames.write(outcome(message));
        } catch (IOException gone) {
            // The other end is gone; the reader sees it, too.
            Thread.currentThread().interrupt();
        }
    }

    private Message outcome(Message message) {
        long id = message.id();
        if (!build.equals(message.build())) {
            return failed(id, new Failure(Kind.ENVIRONMENT, "this far end is of another build", List.of()));
        }
        Method method = message.call() == null ? null : methods.get(message.call());
        if (method == null) {
            return failed(id, new Failure(Kind.DEFECT, "there is no operation " + message.call(), List.of()));
        }
        try {
            Object result = method.invoke(operations, arguments(method, message));
            return Message.result(build, id, Values.write(result, method.getGenericReturnType()));
        } catch (InvocationTargetException e) {
            return failed(id, failure(e.getCause()));
        } catch (IllegalAccessException | RuntimeException e) {
            return failed(id, failure(e));
        }
    }

    private Object[] arguments(Method method, Message message) {
        Type[] types = method.getGenericParameterTypes();
        Object[] arguments = new Object[types.length];
        int next = 0;
        for (int i = 0; i < types.length; i++) {
            if (method.getParameterTypes()[i] == Consumer.class) {
                arguments[i] = (Consumer<String>) line -> tell(message.id(), line);
            } else if (next < message.arguments().size()) {
                arguments[i] = Values.read(message.arguments().get(next++), types[i]);
            } else {
                throw new IllegalArgumentException("too few arguments for " + message.call());
            }
        }
        return arguments;
    }

    private void tell(long id, String line) {
        try {
            frames.write(Message.line(build, id, line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Message failed(long id, Failure failure) {
        return Message.failed(build, id, failure);
    }

    private static Failure failure(Throwable thrown) {
        String text = String.valueOf(thrown.getMessage());
        return switch (thrown) {
            case ConfigurationException _ -> new Failure(Kind.CONFIGURATION, text, List.of());
            case InterruptedRunException _ -> new Failure(Kind.INTERRUPTED, text, List.of());
            case HarnessException known -> new Failure(Kind.ENVIRONMENT, text, known.evidence());
            case IOException _ -> new Failure(Kind.IO, thrown.toString(), List.of());
            default ->
                new Failure(
                        Kind.DEFECT,
                        thrown.toString(),
                        Arrays.stream(thrown.getStackTrace())
                                .limit(MOST_FRAMES)
                                .map(StackTraceElement::toString)
                                .toList());
        };
    }
}
