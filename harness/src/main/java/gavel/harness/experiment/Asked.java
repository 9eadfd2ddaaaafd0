package gavel.harness.experiment;

import gavel.harness.config.Configuration;
import gavel.harness.setting.RecordWriter;
import java.util.Map;

/**
 * What an experiment was asked, and of which machines: it goes on after an interruption only where all of it is the same.
 *
 * @param what beside the configuration
 * @param configuration as text
 * @param profile what the users do, with what tells one version of it from another
 * @param program version of Gavel
 * @param processors of each machine by its name, of those that could be asked; null in journals of versions that did not write them down
 */
public record Asked(String what, String configuration, String profile, String program, Map<String, String> processors) {
    public static Asked of(
            String what, Configuration configuration, String profile, String program, Map<String, String> processors) {
        return new Asked(what, RecordWriter.write(configuration), profile, program, processors);
    }
}
