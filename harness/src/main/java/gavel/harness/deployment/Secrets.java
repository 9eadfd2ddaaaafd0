package gavel.harness.deployment;

import java.util.random.RandomGenerator;

/**
 * What only this deployment knows. Made at random, kept in one file that its owner alone can read, never printed.
 *
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
