package gavel.auction.image;

import gavel.auction.body.ByteBudget;
import gavel.auction.image.UnusablePictureException.Reason;
import java.util.Locale;

/** Decodes pictures whose need of memory is known before, only while there is so much. */
final class Decoding implements RenderQueue.Renderer {
    private final ByteBudget budget;

    Decoding(ByteBudget budget) {
        this.budget = budget;
    }

    @Override
    public Rendition render(byte[] upload) throws UnusablePictureException, InterruptedException {
        PictureStructure structure = PictureStructure.of(upload);
        if (structure.decodingBytes() > budget.most()) {
            throw new UnusablePictureException(
                    Reason.TOO_MANY_PIXELS,
                    String.format(
                            Locale.ROOT,
                            "this picture needs %,d bytes to be decoded, and may need %,d; fewer pixels or no progressive coding would do",
                            structure.decodingBytes(),
                            budget.most()));
        }
        try (var _ = budget.await(structure.decodingBytes())) {
            return Rendition.of(upload, structure);
        }
    }
}
