package gavel.harness.topology;

/**
 * A file of an instance.
 *
 * @param path below the run directory
 * @param content in which secrets are references
 * @param secret whether its owner alone may read it
 * @param quoting of the secrets in it
 */
public record FileSpec(String path, String content, boolean secret, Quoting quoting) {
    /** Every user may read it. */
    public static FileSpec open(String path, String content) {
        return new FileSpec(path, content, false, Quoting.PLAIN);
    }

    public static FileSpec secret(String path, String content) {
        return new FileSpec(path, content, true, Quoting.PLAIN);
    }

    /** Secret as well; of JSON or YAML. */
    public static FileSpec json(String path, String content) {
        return new FileSpec(path, content, true, Quoting.JSON);
    }
}
