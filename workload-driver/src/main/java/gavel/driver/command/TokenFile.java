package gavel.driver.command;

import gavel.driver.agent.AgentServer;
import gavel.driver.api.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The bearer token of agents, in a file of its own: long enough not to be guessed, and nobody else's to read. */
final class TokenFile {
    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private static final int LONGEST = 1_024;

    private TokenFile() {}

    /** @throws IllegalArgumentException that says all that is wrong with it; never the token */
    static String read(Path file) throws IOException {
        String token = TextFile.read(file).strip();
        List<String> problems = new ArrayList<>();
        if (token.length() < AgentServer.LEAST_TOKEN || token.length() > LONGEST) {
            problems.add("a token must have " + AgentServer.LEAST_TOKEN + ".." + LONGEST + " characters: "
                    + token.length() + " (--token-file " + file + "); make one with: openssl rand -hex 32");
        }
        if (!token.chars().allMatch(each -> each > ' ' && each <= '~')) {
            problems.add(
                    "a token must be letters, digits and signs of ASCII without blanks (--token-file " + file + ")");
        }
        String permissions = permissionsOfOthers(file);
        if (permissions != null) {
            problems.add("a token must be its owner's alone to read: " + permissions + " (--token-file " + file
                    + "); chmod 600 " + file);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        return token;
    }

    /** Null where nobody else has any, or where files have none. */
    private static String permissionsOfOthers(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return null;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        return OWNERS.containsAll(permissions) ? null : PosixFilePermissions.toString(permissions);
    }
}
