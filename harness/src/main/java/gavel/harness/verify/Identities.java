package gavel.harness.verify;

import gavel.harness.result.Disclosure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Replaces what tells whose machines a result comes from: names of hosts, clusters and users, addresses, home directories, and secrets that
 * slipped into a log. The same is replaced by the same everywhere, so that a result still goes together. One thread.
 */
final class Identities {
    private static final List<String> OWN = List.of("localhost", "");

    /** Of the log of a command that switches a machine on, which is called by the machine. */
    static final String POWER = "power-";

    /** A name begins where no word goes on, after an escape of JSON, or in the name of such a log. */
    private static final String BEGIN = "(?:(?<![\\w.-])|(?<=\\\\[nrt\"])|(?<=\\b" + POWER + "))";

    private static final Pattern ADDRESS = Pattern.compile(BEGIN + "(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\w-]|\\.\\d)");
    private static final Pattern ADDRESS_6 = Pattern.compile(
            "(?:(?<![\\w:])|(?<=\\\\[nrt]))(?=[0-9a-fA-F:]*::|(?:[0-9a-fA-F]{1,4}:){7})[0-9a-fA-F:]{4,39}(?![\\w:])");
    private static final Pattern HOME = Pattern.compile("(?<=/home/)[\\w.-]+|(?<![\\w/.-])/root(?=/)");
    private static final Pattern PRIVATE_KEY = Pattern.compile(
            "-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^-]|-(?!----END))*+(?:-----END [A-Z ]*PRIVATE KEY-----)?");
    private static final Pattern PASSWORD_IN_ADDRESS =
            Pattern.compile("(?<=[a-z]://[^/\\s:@\"]{1,64}:)(?!\\$\\{secret)[^@/\\s\"]{1,128}(?=@)");

    /** What tells that a name of a user follows, also within JSON: such names are words elsewhere. */
    private static final String USER = "(?<=\\buser[ =]|\\buser: |\\buser: \"|\\buser: \\\\\")";

    /** The body of a histogram is no text. */
    private static final Pattern HISTOGRAM = Pattern.compile("\\s*\"histogram\" : .*");

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final List<Pattern> hosts = new ArrayList<>();
    private final Map<String, Pattern> users = new LinkedHashMap<>();
    /** A machine may be called like what runs on it. */
    private final Set<String> instances = new HashSet<>();

    /** What a result tells of hosts by name. */
    void know(Disclosure disclosure) {
        disclosure.processes().forEach(process -> instances.add(process.instance()));
        if (disclosure.host() != null) {
            host(disclosure.host().name());
            disclosure.host().limits().keySet().stream()
                    .filter(limit -> limit.startsWith("host "))
                    .forEach(limit -> host(limit.substring("host ".length())));
        }
        disclosure.hosts().forEach(machine -> host(machine.name()));
        disclosure.processes().forEach(process -> host(process.host()));
        NamedHosts.of(disclosure.configuration()).forEach(this::host);
        NamedHosts.users(disclosure.configuration()).forEach(this::user);
    }

    private void user(String name) {
        String quoted = Pattern.quote(name);
        users.putIfAbsent(name, Pattern.compile(USER + quoted + "(?![\\w.-])|" + BEGIN + quoted + "(?=@)"));
    }

    private void host(String name) {
        if (name == null
                || OWN.contains(name)
                || OwnWords.contain(name)
                || instances.contains(name)
                || ADDRESS.matcher(name).matches()
                || names.containsKey(name)) {
            return;
        }
        names.put(
                name,
                "host"
                        + (1
                                + names.values().stream()
                                        .filter(other -> other.startsWith("host"))
                                        .count()));
        // Some programs write names of hosts in small letters.
        hosts.add(Pattern.compile(
                BEGIN + Pattern.quote(name) + "(?:\\.[A-Za-z0-9-]+)*(?![\\w-])", Pattern.CASE_INSENSITIVE));
    }

    /** A text file's content without them. */
    String without(String text) {
        return Stream.of(replaced(text, PRIVATE_KEY, _ -> "${secret:key}").split("\n", -1))
                .map(line -> HISTOGRAM.matcher(line).matches() ? line : line(line))
                .collect(Collectors.joining("\n"));
    }

    private String line(String line) {
        String without = replaced(line, PASSWORD_IN_ADDRESS, _ -> "${secret:password}");
        for (Pattern user : users.values()) {
            without = replaced(without, user, found -> numbered(found, "user", 1 << 20, ""));
        }
        for (Pattern host : hosts) {
            without = replaced(without, host, this::nameOfHost);
        }
        without = replaced(
                without, ADDRESS, address -> own(address) ? address : numbered(address, "192.0.2.", 254, "address "));
        without =
                replaced(without, ADDRESS_6, address -> numbered(address, "2001:db8::", Integer.MAX_VALUE, "address "));
        return replaced(
                without,
                HOME,
                home -> home.equals("/root")
                        ? "/home/" + numbered(home, "user", 1 << 20, "")
                        : numbered(home, "user", 1 << 20, ""));
    }

    private String nameOfHost(String found) {
        return names.entrySet().stream()
                .filter(name -> (found + ".")
                        .regionMatches(
                                true, 0, name.getKey() + ".", 0, name.getKey().length() + 1))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    /** Of the machine itself, of all its networks, or of documentation (RFC 5737). */
    private static boolean own(String address) {
        return address.startsWith("127.")
                || address.startsWith("0.")
                || address.startsWith("255.")
                || address.startsWith("192.0.2.");
    }

    private String numbered(String found, String prefix, int most, String kind) {
        String known = names.get(kind + found);
        if (known == null) {
            long number = 1
                    + names.values().stream()
                            .filter(name -> name.startsWith(prefix))
                            .count();
            if (number > most) {
                throw new IllegalStateException("more than " + most + " addresses");
            }
            known = prefix + number;
            names.put(kind + found, known);
        }
        return known;
    }

    private interface By {
        String name(String found);
    }

    private String replaced(String line, Pattern what, By by) {
        Matcher matcher = what.matcher(line);
        return matcher.replaceAll(found -> {
            String name = by.name(found.group());
            if (!name.equals(found.group())) {
                places.merge(name, 1, Integer::sum);
            }
            return Matcher.quoteReplacement(name);
        });
    }

    /** Lines that say what stands where now: how often, and what it was before, which only the person who packs it may see. */
    List<String> list(boolean before) {
        Map<String, String> was = names.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey, (first, _) -> first));
        return places.entrySet().stream()
                .map(place -> place.getKey() + (before ? " for " + was.getOrDefault(place.getKey(), "a secret") : "")
                        + ": " + place.getValue() + (place.getValue() == 1 ? " place" : " places"))
                .toList();
    }

    /** Whether something in the text must not leave the machine of its owner, whether the text names that owner or not. */
    static boolean secret(String text) {
        return PRIVATE_KEY.matcher(text).find()
                || PASSWORD_IN_ADDRESS.matcher(text).find();
    }
}
