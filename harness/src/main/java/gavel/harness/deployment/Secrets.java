package gavel.harness.deployment;

import gavel.driver.api.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/**
 * What only this deployment knows. Made at random, kept in one file that its owner alone can read, never printed.
 *
 * @param management token of the application servers' own pages, and what those of other servers are made from
 * @param agent what the workload drivers' tokens are made from
 * @param cookie the processes of a broker know each other by
 * @param tickets of TLS sessions are encrypted with this
 * @param accounts password of all loaded accounts
 * @param documents password of the document store
 * @param documentsKey its servers know each other by
 */
public record Secrets(
        String database,
        String broker,
        String management,
        String agent,
        String accounts,
        String cookie,
        String tickets,
        String documents,
        String documentsKey) {
    private static final String ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    /** 32 bytes, which is what the keys of an AES cipher and its signature take together. */
    private static final int LENGTH = 32;

    /** @param random a secure source, but in tests */
    public static Secrets generate(RandomGenerator random) {
        return new Secrets(
                word(random),
                word(random),
                word(random),
                word(random),
                word(random),
                word(random),
                word(random),
                word(random),
                word(random));
    }

    /** The token of one workload driver: none can give orders to another. */
    public String agent(String driver) {
        return derived(agent, driver);
    }

    /** The token that opens the figures of one server. */
    public String statistics(String server) {
        return derived(management, server);
    }

    /** The password of another deployment that uses services of this one. */
    public String guest(String guest) {
        return derived(database, guest);
    }

    private static String derived(String secret, String name) {
        return Sha256.hex((secret + "/" + name).getBytes(StandardCharsets.UTF_8));
    }

    private static String word(RandomGenerator random) {
        StringBuilder word = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            word.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return word.toString();
    }

    @Override
    public String toString() {
        return "Secrets[…]";
    }
}
