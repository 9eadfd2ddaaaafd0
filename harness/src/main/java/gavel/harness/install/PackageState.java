package gavel.harness.install;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a machine says of its packages and of the user who asks: pure.
 *
 * @param root whether that user is root
 * @param sudo whether sudo lets them become root without a password
 * @param apt whether packages are those of Debian or Ubuntu
 * @param lists whether it knows what its package sources offer
 * @param installed versions by package
 * @param offered newest version of each of the others; none of those it has never heard of
 */
record PackageState(
        boolean root,
        boolean sudo,
        boolean apt,
        boolean lists,
        Map<String, String> installed,
        Map<String, String> offered) {
    private static final String SCRIPT = """
            [ "$(id -u)" != 0 ] || echo root
            [ "$(id -u)" = 0 ] || ! sudo -n -u root true < /dev/null > /dev/null 2>&1 || echo sudo
            command -v apt-get > /dev/null && command -v dpkg-query > /dev/null || exit 0
            echo apt
            for list in /var/lib/apt/lists/*_Packages*; do [ ! -e "$list" ] || { echo lists; break; }; done
            for package; do
              version="$(dpkg-query -W -f='${Status} ${Version}' "$package" 2> /dev/null)"
              case "$version" in
                "install ok installed "*) echo "installed $package ${version##* }" ;;
                *) LC_ALL=C apt-cache policy "$package" 2> /dev/null | sed -n "s/^ *Candidate: \\([0-9][^ ]*\\)/offered $package \\1/p" ;;
              esac
            done
            """;

    PackageState {
        installed = Map.copyOf(installed);
        offered = Map.copyOf(offered);
    }

    /** Asks a shell; changes nothing. */
    static List<String> question(List<String> packages) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "sh"));
        command.addAll(packages);
        return command;
    }

    /** Whatever else was printed is left aside. */
    static PackageState of(List<String> answer) {
        Map<String, String> installed = new LinkedHashMap<>();
        Map<String, String> offered = new LinkedHashMap<>();
        for (String line : answer) {
            String[] words = line.strip().split(" ");
            if (words.length == 3 && words[0].equals("installed")) {
                installed.put(words[1], words[2]);
            } else if (words.length == 3 && words[0].equals("offered")) {
                offered.put(words[1], words[2]);
            }
        }
        return new PackageState(
                answer.contains("root"),
                answer.contains("sudo"),
                answer.contains("apt"),
                answer.contains("lists"),
                installed,
                offered);
    }

    boolean permitted() {
        return root || sudo;
    }
}
