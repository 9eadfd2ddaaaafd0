package gavel.driver.body;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** Finds, while a page arrives, the files it names in {@code href="…"} and {@code src="…"}; it keeps nothing but their paths. */
public final class AssetScanner {
    private static final int LONGEST = 200;

    private final StringBuilder word = new StringBuilder();
    private final List<String> paths = new ArrayList<>();
    private boolean inValue;

    public void begin() {
        word.setLength(0);
        paths.clear();
        inValue = false;
    }

    public void read(ByteBuf part) {
        for (int i = part.readerIndex(); i < part.writerIndex(); i++) {
            accept((char) (part.getByte(i) & 0xff));
        }
    }

    private void accept(char c) {
        if (inValue) {
            if (c == '"') {
                String path = word.toString();
                if (isAsset(path) && !paths.contains(path)) {
                    paths.add(path);
                }
                word.setLength(0);
                inValue = false;
            } else if (word.length() < LONGEST) {
                word.append(c);
            }
        } else if (c == '"') {
            inValue = endsWith("href=") || endsWith("src=");
            word.setLength(0);
        } else {
            word.append(c);
            if (word.length() > LONGEST) {
                word.delete(0, LONGEST - 10);
            }
        }
    }

    private boolean endsWith(String attribute) {
        int from = word.length() - attribute.length();
        return from >= 0 && word.indexOf(attribute, from) == from;
    }

    private static boolean isAsset(String path) {
        return path.startsWith("/")
                && !path.startsWith("//")
                && (path.endsWith(".css") || path.endsWith(".js") || path.endsWith(".svg") || path.endsWith(".png"));
    }

    public List<String> paths() {
        return List.copyOf(paths);
    }
}
