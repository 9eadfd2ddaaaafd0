package gavel.harness.experiment;

import gavel.harness.config.Configuration;
import gavel.harness.setting.RecordWriter;

/**
 * What an experiment was asked: it goes on after an interruption only where all of it is the same.
 *
 * @param what beside the configuration
 * @param configuration as text
 * @param profile what the users do, with what tells one version of it from another
 * @param program version of Gavel
 */
public record Asked(String what, String configuration, String profile, String program) {
    public static Asked of(String what, Configuration configuration, String profile, String program) {
        return new Asked(what, RecordWriter.write(configuration), profile, program);
    }
}
