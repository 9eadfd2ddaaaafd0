package gavel.harness.verify;

import gavel.harness.config.Configuration;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * What results and configurations call something of their own: fields, settings, their fixed values, and tiers. Machines are often named so,
 * after what they are for. Such a name tells nobody's machine, and a result in which it is replaced cannot be read any more. Pure.
 */
final class OwnWords {
    /** What no field is called, and stands for something else where results say it. */
    private static final Set<String> SPOKEN = Set.of(
            "null",
            "gavel",
            "postgresql",
            "postgres",
            "mariadb",
            "mysql",
            "rabbitmq",
            "mongodb",
            "application",
            "balancer",
            "client",
            "cluster",
            "database",
            "default",
            "java",
            "machine",
            "node",
            "server",
            "servers",
            "store",
            "web");

    private static final Set<String> WORDS = words();

    private OwnWords() {}

    /** Whatever letters are large, as machines' names do not tell these apart. */
    static boolean contain(String name) {
        return WORDS.contains(name.toLowerCase(Locale.ROOT));
    }

    private static Set<String> words() {
        Set<String> words = new HashSet<>(SPOKEN);
        Set<Class<?>> seen = new HashSet<>();
        add(Configuration.class, seen, words);
        for (ResultKind<?> kind : ResultKinds.KNOWN.all()) {
            add(kind.type(), seen, words);
        }
        return Set.copyOf(words);
    }

    private static void add(Type type, Set<Class<?>> seen, Set<String> words) {
        if (type instanceof ParameterizedType collection) {
            for (Type of : collection.getActualTypeArguments()) {
                add(of, seen, words);
            }
        } else if (type instanceof Class<?> each && seen.add(each)) {
            if (each.isRecord()) {
                for (RecordComponent component : each.getRecordComponents()) {
                    words.add(component.getName().toLowerCase(Locale.ROOT));
                    add(component.getGenericType(), seen, words);
                }
            } else if (each.isEnum()) {
                for (Object constant : each.getEnumConstants()) {
                    words.add(((Enum<?>) constant).name().toLowerCase(Locale.ROOT));
                }
            }
        }
    }
}
