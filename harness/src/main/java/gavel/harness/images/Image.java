package gavel.harness.images;

import java.util.Locale;

/** The images there are, each one directory of {@code deploy/images}; in the order they are built. */
public enum Image {
    /** Debian with a user for everything. */
    BASE(null),
    /** A Java runtime with the modules of Java SE. */
    JAVA(BASE),
    APP(JAVA),
    DRIVER(JAVA),
    /** Everything that is embedded, and the document server. */
    SERVICES(JAVA),
    POSTGRESQL(BASE),
    RABBITMQ(BASE),
    NGINX(BASE),
    HAPROXY(BASE);

    private final Image below;

    Image(Image below) {
        this.below = below;
    }

    /** The one it stands on; null for none of ours. */
    Image below() {
        return below;
    }

    /** As users, directories and registries know it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is run; the others are only bases. */
    public boolean runs() {
        return this != BASE && this != JAVA;
    }
}
