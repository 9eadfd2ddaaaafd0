package gavel.harness.verify;

import gavel.harness.compare.Settings;
import gavel.harness.failure.ConfigurationException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Hosts and users that a configuration names: machines, who logs in there, servers that are not Gavel's, and where images come from. Pure. */
final class NamedHosts {
    private static final Pattern SETTING = Pattern.compile(
            "hosts\\.machines\\[\\d+]\\.(address|ssh)|broker\\.(host|managementUrl)|relational\\.url|imageStore\\.nfs|kubernetes\\.registry");

    private static final String CLUSTER = "kubernetes.context";
    private static final Pattern USER = Pattern.compile("hosts\\.machines\\[\\d+]\\.user");

    /** They come with systems, and tell nobody. */
    private static final Set<String> OF_SYSTEMS =
            Set.of("null", "root", "admin", "azureuser", "centos", "debian", "ec2-user", "rocky", "ubuntu");

    /** What comes before the hosts of an address. */
    private static final Pattern SCHEME = Pattern.compile(".*?//(?:[^/@]*@)?");

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private NamedHosts() {}

    static Set<String> of(String configuration) {
        Set<String> hosts = new LinkedHashSet<>();
        settings(configuration).forEach((path, value) -> {
            if (path.equals(CLUSTER)) {
                // Clouds name clusters by accounts and regions.
                hosts.add(value);
            } else if (SETTING.matcher(path).matches()) {
                String authority = SCHEME.matcher(value).replaceFirst("").split("/", 2)[0];
                Stream.of(authority.split(","))
                        .map(HOST::matcher)
                        .filter(Matcher::lookingAt)
                        .map(Matcher::group)
                        .forEach(hosts::add);
            }
        });
        return hosts;
    }

    static Set<String> users(String configuration) {
        Set<String> users = new LinkedHashSet<>();
        settings(configuration).forEach((path, value) -> {
            if (USER.matcher(path).matches() && !OF_SYSTEMS.contains(value)) {
                users.add(value);
            }
        });
        return users;
    }

    /** None of what is no configuration. */
    private static Map<String, String> settings(String configuration) {
        try {
            return Settings.of(configuration);
        } catch (ConfigurationException unreadable) {
            return Map.of();
        }
    }
}
