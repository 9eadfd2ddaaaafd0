package gavel.driver.command;

import gavel.driver.api.TextFile;
import gavel.driver.api.key.AgentKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The key of agents, in a file that only its owner may read. */
final class KeyFile {
    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private KeyFile() {}

    /** @throws IllegalArgumentException that says all that is wrong with it; never the key */
    static AgentKey read(Path file) throws IOException {
        String text = TextFile.read(file).strip();
        List<String> problems = new ArrayList<>();
        AgentKey.problems(text).forEach(problem -> problems.add(problem + " (--key-file " + file + ")"));
        String permissions = permissionsOfOthers(file);
        if (permissions != null) {
            problems.add("a key must be its owner's alone to read: " + permissions + " (--key-file " + file
                    + "); chmod 600 " + file);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        return AgentKey.of(text);
    }

    /** Null where others have none, or files have no rights. */
    private static String permissionsOfOthers(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return null;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        return OWNERS.containsAll(permissions) ? null : PosixFilePermissions.toString(permissions);
    }
}
