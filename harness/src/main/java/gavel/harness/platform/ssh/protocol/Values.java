package gavel.harness.platform.ssh.protocol;

import com.fasterxml.jackson.annotation.JsonIgnoreType;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Reload;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import gavel.harness.topology.Watch;
import java.lang.reflect.Type;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.util.StdConverter;

/** Values of a topology as JSON and back. A secret travels as its reference, so a text shows which secrets its receiver needs. */
public final class Values {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{secret:([\\w-]+)}");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addMixIn(Launch.class, Named.class)
            .addMixIn(Ready.class, Named.class)
            .addMixIn(Reload.class, Named.class)
            .addMixIn(Step.Action.class, Named.class)
            .addMixIn(Watch.class, Named.class)
            .addMixIn(Watch.Reader.class, Left.class)
            .addMixIn(Secret.class, Reference.class)
            .build();

    private Values() {}

    /** Which of the kinds it is. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "is")
    private interface Named {}

    /** Stays at the near end. */
    @JsonIgnoreType
    private interface Left {}

    /** As it stands in files. */
    @JsonSerialize(converter = ToReference.class)
    @JsonDeserialize(converter = FromReference.class)
    private interface Reference {}

    static final class ToReference extends StdConverter<Secret, String> {
        @Override
        public String convert(Secret secret) {
            return secret.reference();
        }
    }

    static final class FromReference extends StdConverter<String, Secret> {
        @Override
        public Secret convert(String text) {
            Matcher reference = REFERENCE.matcher(text);
            if (!reference.matches()) {
                throw new IllegalArgumentException("must refer to a secret: " + text);
            }
            return new Secret(reference.group(1));
        }
    }

    /**
     * An instance as its far end starts it: on that machine, its statistics read by this one.
     *
     * @param host there; empty for the machine itself
     */
    public static InstanceSpec far(InstanceSpec instance, String host) {
        return new InstanceSpec(
                instance.tier(),
                instance.name(),
                instance.title(),
                host,
                instance.launch(),
                instance.files(),
                instance.directories(),
                instance.ports(),
                instance.capacity(),
                instance.ready(),
                new Watch.Processes(),
                instance.stage(),
                instance.stop(),
                instance.inMemory(),
                instance.needs(),
                instance.reload(),
                instance.before(),
                instance.after(),
                instance.leave());
    }

    static JsonNode write(Object value, Type type) {
        return JSON.readTree(JSON.writerFor(JSON.constructType(type)).writeValueAsBytes(value));
    }

    static Object read(JsonNode node, Type type) {
        return JSON.readerFor(JSON.constructType(type)).readValue(node);
    }

    /** Names of the secrets a value refers to. */
    public static Set<String> secrets(Object value) {
        Set<String> names = new TreeSet<>();
        Matcher reference = REFERENCE.matcher(JSON.writeValueAsString(value));
        while (reference.find()) {
            names.add(reference.group(1));
        }
        return names;
    }
}
