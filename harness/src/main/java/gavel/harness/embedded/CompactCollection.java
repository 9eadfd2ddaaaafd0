package gavel.harness.embedded;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.AbstractCursor;
import de.bwaldvogel.mongo.backend.AbstractSynchronizedMongoCollection;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import gavel.harness.embedded.SpillFile.Extent;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Keeps each document as the bytes that went over the wire, a fifth of what its maps and strings would be. One with a picture is in a file,
 * and only its id is here. A document is made whenever it is asked for, so only an update can change what is kept. A scan makes one at a
 * time.
 */
final class CompactCollection extends AbstractSynchronizedMongoCollection<Integer> {
    private static final int LARGE_BINARY = 1_024;
    private static final String ID = "_id";

    private final SpillFile spill;
    private final StoreRoom room;
    private final List<Kept> documents = new ArrayList<>();
    private final Deque<Integer> unused = new ArrayDeque<>();
    private long bytes;

    /** A document as it is kept. */
    private sealed interface Kept {
        int length();
    }

    private record Encoded(byte[] bson) implements Kept {
        @Override
        public int length() {
            return bson.length;
        }
    }

    private record Spilled(Object id, Extent extent) implements Kept {
        @Override
        public int length() {
            return extent.length();
        }
    }

    CompactCollection(
            MongoDatabase database,
            String name,
            CollectionOptions options,
            CursorRegistry cursors,
            SpillFile spill,
            StoreRoom room) {
        super(database, name, options, cursors);
        this.spill = spill;
        this.room = room;
    }

    /** By {@link #kept} instead, which does not encode a document once more. */
    @Override
    protected boolean tracksDataSize() {
        return false;
    }

    @Override
    protected void updateDataSize(int sizeDelta) {
        throw new UnsupportedOperationException("the size is counted here");
    }

    @Override
    protected synchronized int getDataSize() {
        return (int) Math.min(Integer.MAX_VALUE, bytes);
    }

    @Override
    public synchronized int count() {
        return documents.size() - unused.size();
    }

    @Override
    protected Integer addDocumentInternal(Document document) {
        Kept kept = kept(document);
        Integer position = unused.poll();
        if (position == null) {
            documents.add(kept);
            return documents.size() - 1;
        }
        documents.set(position, kept);
        return position;
    }

    @Override
    protected void removeDocument(Integer position) {
        forget(documents.set(position, null));
        unused.add(position);
    }

    @Override
    protected void handleUpdate(Integer position, Document oldDocument, Document newDocument) {
        forget(documents.set(position, kept(newDocument)));
    }

    @Override
    protected Document getDocument(Integer position) {
        return whole(documents.get(position));
    }

    @Override
    protected Stream<DocumentWithPosition<Integer>> streamAllDocumentsWithPosition() {
        return IntStream.range(0, documents.size())
                .filter(position -> documents.get(position) != null)
                .mapToObj(position -> new DocumentWithPosition<>(getDocument(position), position));
    }

    @Override
    protected QueryResult matchDocuments(
            Document query,
            Iterable<Integer> positions,
            Document orderBy,
            int skip,
            int limit,
            int batchSize,
            Document fields) {
        Stream<Document> found = StreamSupport.stream(positions.spliterator(), false)
                .map(documents::get)
                // Counting takes no lock.
                .filter(Objects::nonNull)
                .map(as(query, fields))
                .filter(Objects::nonNull);
        return matchDocumentsFromStream(found, query, orderBy, skip, limit, batchSize, fields);
    }

    @Override
    protected QueryResult matchDocuments(
            Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
        List<Kept> all = snapshot(isNaturalDescending(orderBy));
        Stream<Document> stream = all.stream().map(as(query, fields)).filter(Objects::nonNull);
        if (deriveComparator(orderBy) != null || skip > 0 || limit > 0) {
            return matchDocumentsFromStream(stream, query, orderBy, skip, limit, batchSize, fields);
        }
        Iterator<Document> matching = stream.flatMap(document -> StreamSupport.stream(
                        matchDocumentsFromStream(Stream.of(document), query, null, 0, 0, 0, fields)
                                .spliterator(),
                        false))
                .iterator();
        if (batchSize <= 0) {
            return new QueryResult(() -> matching);
        }
        ScanCursor cursor = new ScanCursor(cursorRegistry.generateCursorId(), matching);
        List<Document> first = cursor.takeDocuments(batchSize);
        if (cursor.isEmpty()) {
            return new QueryResult(first);
        }
        cursorRegistry.add(cursor);
        return new QueryResult(first, cursor);
    }

    private synchronized List<Kept> snapshot(boolean reversed) {
        List<Kept> all = documents.stream().filter(Objects::nonNull).toList();
        return reversed ? all.reversed() : all;
    }

    /** Where only the id is wanted, nothing is read for it. */
    private Function<Kept, Document> as(Document query, Document fields) {
        boolean idOnly = fields != null
                && fields.keySet().equals(Set.of(ID))
                && query.keySet().stream().allMatch(ID::equals);
        return kept -> idOnly && kept instanceof Spilled spilled ? new Document(ID, spilled.id()) : whole(kept);
    }

    private Kept kept(Document document) {
        int picture = pictureBytes(document);
        ByteBuf buffer = Unpooled.buffer(picture + LARGE_BINARY);
        BsonEncoder.encodeDocument(document, buffer);
        int length = buffer.readableBytes();
        if (picture == 0) {
            room.takeDocument(length);
            bytes += length;
            byte[] bson = new byte[length];
            buffer.readBytes(bson);
            return new Encoded(bson);
        }
        room.takePicture(length);
        try {
            Spilled spilled = new Spilled(document.get(ID), spill.write(buffer.nioBuffer()));
            bytes += length;
            return spilled;
        } catch (IOException e) {
            room.givePicture();
            throw new UncheckedIOException("a document of " + this + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** 0 without one. */
    private static int pictureBytes(Document document) {
        return document.values().stream()
                .mapToInt(value -> value instanceof BinData data ? data.getData().length : 0)
                .filter(length -> length >= LARGE_BINARY)
                .sum();
    }

    private void forget(Kept kept) {
        bytes -= kept.length();
        if (kept instanceof Encoded) {
            room.giveDocument(kept.length());
        } else if (kept instanceof Spilled spilled) {
            room.givePicture();
            try {
                spill.free(spilled.extent());
            } catch (IOException e) {
                throw new UncheckedIOException("a document of " + this + " cannot be deleted: " + e.getMessage(), e);
            }
        }
    }

    /** Null for one that was deleted since a scan began. */
    private Document whole(Kept kept) {
        byte[] bson =
                switch (kept) {
                    case Encoded encoded -> encoded.bson();
                    case Spilled spilled -> read(spilled);
                };
        return bson == null ? null : BsonDecoder.decodeBson(Unpooled.wrappedBuffer(bson));
    }

    private byte[] read(Spilled spilled) {
        try {
            return spill.read(spilled.extent());
        } catch (IOException e) {
            throw new UncheckedIOException("a document of " + this + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The rest of a scan. */
    private static final class ScanCursor extends AbstractCursor {
        private final Iterator<Document> rest;

        ScanCursor(long id, Iterator<Document> rest) {
            super(id);
            this.rest = rest;
        }

        @Override
        public synchronized boolean isEmpty() {
            return !rest.hasNext();
        }

        @Override
        public synchronized List<Document> takeDocuments(int count) {
            List<Document> taken = new ArrayList<>();
            while (taken.size() < count && rest.hasNext()) {
                taken.add(rest.next());
            }
            return taken;
        }
    }
}
