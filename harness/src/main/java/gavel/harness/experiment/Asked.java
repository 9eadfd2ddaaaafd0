package gavel.harness.experiment;

import gavel.harness.config.Configuration;
import gavel.harness.setting.RecordWriter;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an experiment was asked, and of which machines: it goes on after an interruption only where all of it is the same.
 *
 * @param what beside the configuration
 * @param configuration as text
 * @param profile what the users do, with what tells one version of it from another
 * @param program version of Gavel
 * @param processors of each machine by its name, of those that could be asked; none in journals of versions that did not write them down
 */
public record Asked(String what, String configuration, String profile, String program, Map<String, String> processors) {
    public Asked {
        processors = processors == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(processors));
    }

    public static Asked of(
            String what, Configuration configuration, String profile, String program, Map<String, String> processors) {
        return new Asked(what, RecordWriter.write(configuration), profile, program, processors);
    }

    /** Whether another asks for the very same, on whatever machines. */
    public boolean asks(Asked other) {
        return equals(new Asked(other.what, other.configuration, other.profile, other.program, processors));
    }
}
