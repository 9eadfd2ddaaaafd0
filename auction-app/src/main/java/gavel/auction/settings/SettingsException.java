package gavel.auction.settings;

import java.util.List;

/** The settings file or the command line must be mended; the message names every problem, a line for each. Exit code 4. */
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SettingsException(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
    }
}
