package gavel.harness.platform.ssh.connection;

/** Words that every shell takes as they are. */
public final class Plain {
    private static final String PATH = "/[\\w./+-]+";

    private Plain() {}

    /** @param path absolute */
    public static String path(String path) {
        if (!path.matches(PATH) || path.contains("..")) {
            throw new IllegalArgumentException("must be an absolute path of letters, digits and . _ + - only: " + path);
        }
        return path;
    }
}
