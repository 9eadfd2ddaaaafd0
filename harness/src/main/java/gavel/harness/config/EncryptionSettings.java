package gavel.harness.config;

/**
 * What is encrypted beside people's way in.
 *
 * @param betweenTiers whether everything that a server of the deployment listens on takes TLS alone, and every client checks whom it speaks
 *     with
 */
public record EncryptionSettings(boolean betweenTiers) {}
