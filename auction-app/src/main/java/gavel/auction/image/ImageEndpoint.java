package gavel.auction.image;

import gavel.auction.body.ByteBudget;
import gavel.auction.problem.ApiProblem;
import gavel.auction.problem.Refusals;
import gavel.auction.session.Anonymous;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Pattern;
import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

/** Serves pictures to everyone. An id and a size always mean the same bytes, so caches may keep them for ever. */
@RestController
@Tag(name = "images", description = "Pictures, for everyone")
class ImageEndpoint {
    private static final CacheControl FOR_EVER =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    private static final String SIZES = "^(thumbnail|preview|full)$";

    /** A picture that is opened by itself is shown and does nothing. */
    private static final String POLICY = "default-src 'none'; sandbox";

    private final Images images;
    private final SentPictures sent;

    ImageEndpoint(Images images, SentPictures sent) {
        this.images = images;
        this.sent = sent;
    }

    @Anonymous
    @GetMapping("/api/images/{id}")
    @ApiResponse(
            responseCode = "200",
            description = "The picture",
            content = {
                @Content(mediaType = "image/jpeg", schema = @Schema(type = "string", format = "binary")),
                @Content(mediaType = "image/png", schema = @Schema(type = "string", format = "binary"))
            })
    @ApiResponse(responseCode = "304", description = "The picture is the one of the given ETag", content = @Content)
    @Refusals(404)
    ResponseEntity<byte[]> get(
            @PathVariable String id,
            @RequestParam(defaultValue = "full")
                    @Pattern(regexp = SIZES, message = "must be one of thumbnail, preview, full")
                    String size,
            WebRequest request,
            HttpServletRequest asked) {
        ImageSize wanted = ImageSize.of(size).orElseThrow();
        String etag = "\"" + id + ":" + wanted.key() + "\"";
        CacheControl kept = kept(asked, ImageIds.link(id, wanted));
        if (ImageIds.isValid(id) && request.checkNotModified(etag)) {
            return ResponseEntity.status(304).eTag(etag).cacheControl(kept).build();
        }
        ByteBudget.Share memory = sent.reserve(wanted, request);
        byte[] bytes = images.read(id, wanted).orElseThrow(() -> ApiProblem.notFound("image", id + " in size " + size));
        memory.shrinkTo(bytes.length);
        return ResponseEntity.ok()
                .contentType(contentType(bytes))
                .eTag(etag)
                .cacheControl(kept)
                .header("Content-Security-Policy", POLICY)
                .header(HttpHeaders.CONTENT_DISPOSITION, "inline")
                .body(bytes);
    }

    /** By one address only: it could be written in any number of ways, and a cache would keep the picture once for each. */
    private static CacheControl kept(HttpServletRequest asked, String address) {
        return address.equals(asked.getRequestURI() + "?" + asked.getQueryString()) ? FOR_EVER : CacheControl.noStore();
    }

    private static MediaType contentType(byte[] bytes) {
        return PictureType.of(bytes)
                .map(type -> MediaType.parseMediaType(type.contentType()))
                .orElse(MediaType.APPLICATION_OCTET_STREAM);
    }
}
