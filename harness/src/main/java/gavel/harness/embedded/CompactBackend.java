package gavel.harness.embedded;

import de.bwaldvogel.mongo.backend.AbstractMongoBackend;
import de.bwaldvogel.mongo.backend.AbstractSynchronizedMongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.memory.index.MemoryUniqueIndex;
import java.util.List;

/** Keeps the documents of the embedded store in {@link CompactCollection}s, and their pictures in a file. */
final class CompactBackend extends AbstractMongoBackend {
    private final SpillFile spill;
    private final StoreRoom room;

    CompactBackend(SpillFile spill, StoreRoom room) {
        this.spill = spill;
        this.room = room;
    }

    @Override
    protected Database openOrCreateDatabase(String name) {
        return new Database(name, getCursorRegistry(), spill, room);
    }

    /** One database. */
    private static final class Database extends AbstractSynchronizedMongoDatabase<Integer> {
        private final SpillFile spill;
        private final StoreRoom room;

        Database(String name, CursorRegistry cursors, SpillFile spill, StoreRoom room) {
            super(name, cursors);
            this.spill = spill;
            this.room = room;
            initializeNamespacesAndIndexes();
        }

        @Override
        protected CompactCollection openOrCreateCollection(String name, CollectionOptions options) {
            return new CompactCollection(this, name, options, cursorRegistry, spill, room);
        }

        @Override
        protected Index<Integer> openOrCreateUniqueIndex(
                String collection, String index, List<IndexKey> keys, boolean sparse) {
            return new MemoryUniqueIndex(index, keys, sparse);
        }

        @Override
        protected long getStorageSize() {
            return 0;
        }

        @Override
        protected long getFileSize() {
            return 0;
        }
    }
}
