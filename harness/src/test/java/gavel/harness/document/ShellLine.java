package gavel.harness.document;

import java.util.ArrayList;
import java.util.List;

/** Splits a line for a shell into its commands, each a list of words without quotes. Comments and redirections are left out. */
final class ShellLine {
    private static final String OPERATORS = ";|&";

    private final String line;
    private final List<List<String>> commands = new ArrayList<>();
    private List<String> words = new ArrayList<>();
    private StringBuilder word = new StringBuilder();
    private boolean begun;
    private boolean redirected;

    private ShellLine(String line) {
        this.line = line;
    }

    static List<List<String>> commands(String line) {
        return new ShellLine(line).split();
    }

    private List<List<String>> split() {
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0 ? c == quote : c == '"' || c == '\'') {
                quote = quote == 0 ? c : 0;
                begun = true;
            } else if (quote != 0) {
                word.append(c);
            } else if (c == '#' && !begun) {
                break;
            } else if (Character.isWhitespace(c)) {
                endWord();
            } else if (OPERATORS.indexOf(c) >= 0) {
                endCommand();
            } else if (c == '>' || c == '<') {
                word.setLength(0);
                begun = false;
                redirected = true;
            } else {
                word.append(c);
                begun = true;
            }
        }
        endCommand();
        return commands;
    }

    private void endWord() {
        if (begun && !redirected && !(words.isEmpty() && word.toString().matches("[A-Za-z_]+=.*"))) {
            words.add(word.toString());
        }
        redirected &= !begun;
        begun = false;
        word = new StringBuilder();
    }

    private void endCommand() {
        endWord();
        redirected = false;
        if (!words.isEmpty()) {
            commands.add(List.copyOf(words));
        }
        words = new ArrayList<>();
    }
}
