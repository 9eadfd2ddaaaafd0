package gavel.auction.corpus;

import gavel.auction.corpus.Hostile.Answer;
import gavel.auction.image.HostilePictures;
import gavel.auction.image.TestPictures;
import gavel.auction.testing.Api;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Every hostile request there is, sent by somebody who has signed in. */
final class Corpus {
    static final String ITEM = """
            {"title": "Vase", "condition": "good", "category": "glass", "startingPrice": 10}""";

    private final Door door;
    private final Api seller;
    private final List<Hostile> requests = requested();

    Corpus(Door door, Api seller) {
        this.door = door;
        this.seller = seller;
    }

    List<Hostile> requests() {
        return requests;
    }

    private static List<Hostile> requested() {
        List<Hostile> all = new ArrayList<>(HostileBodies.all());
        all.addAll(HostileQueries.all());
        for (HostilePictures.Picture picture : HostilePictures.all()) {
            byte[] form = form(picture.bytes().get());
            all.add(new Hostile(
                    picture.name(),
                    "POST",
                    "/api/items/{item}/images",
                    List.of("Content-Type: multipart/form-data; boundary=limit"),
                    form.length,
                    () -> form,
                    Set.of(picture.status())));
        }
        return all;
    }

    /**
     * Sends all of them.
     *
     * @param others statuses that are right, too, for any, as servers in front give them; those may also hang up on a body that does not come
     * @return what was answered otherwise than it should be
     */
    List<String> sent(int senders, Set<Integer> others) {
        List<String> surprises = Collections.synchronizedList(new ArrayList<>());
        try (ExecutorService threads = Executors.newFixedThreadPool(senders)) {
            requests.forEach(each -> threads.execute(() -> send(each, others, surprises)));
        }
        return surprises;
    }

    private void send(Hostile hostile, Set<Integer> others, List<String> surprises) {
        try {
            String path = hostile.path().contains("{item}")
                    ? hostile.path().replace("/api/items/{item}", item(seller))
                    : hostile.path();
            Answer answer = hostile.to(path).sent(door, seller.token());
            boolean problem = answer.status() < 400 || "application/problem+json".equals(answer.type());
            boolean right = hostile.statuses().contains(answer.status())
                    || others.contains(answer.status())
                    || !others.isEmpty() && answer.equals(Answer.NOTHING) && hostile.isUnfinished();
            if (!right || !problem) {
                surprises.add(hostile + ": " + answer + " and not " + hostile.statuses());
            }
        } catch (IOException e) {
            surprises.add(hostile + ": " + e);
        }
    }

    /** Path of a new one. */
    static String item(Api seller) {
        return seller.post("/api/items", ITEM).header("Location");
    }

    /** Pixels that nothing makes smaller: 7.7 MB. */
    static byte[] noise() {
        BufferedImage image = new BufferedImage(1_600, 1_600, BufferedImage.TYPE_3BYTE_BGR);
        new Random(1).nextBytes(((DataBufferByte) image.getRaster().getDataBuffer()).getData());
        return TestPictures.encoded("png", image);
    }

    static byte[] form(byte[] picture) {
        ByteArrayOutputStream form = new ByteArrayOutputStream();
        form.writeBytes("--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        form.writeBytes(picture);
        form.writeBytes("\r\n--limit--\r\n".getBytes(StandardCharsets.US_ASCII));
        return form.toByteArray();
    }
}
