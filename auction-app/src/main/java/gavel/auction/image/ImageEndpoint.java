package gavel.auction.image;

import gavel.auction.problem.ApiProblem;
import gavel.auction.session.Anonymous;
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
class ImageEndpoint {
    private static final CacheControl FOR_EVER =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    private final Images images;

    ImageEndpoint(Images images) {
        this.images = images;
    }

    @Anonymous
    @GetMapping("/api/images/{id}")
    ResponseEntity<byte[]> get(
            @PathVariable String id, @RequestParam(defaultValue = "full") String size, WebRequest request) {
        ImageSize wanted = ImageSize.of(size)
                .orElseThrow(() -> ApiProblem.invalid("size", "must be one of thumbnail, preview, full: " + size));
        String etag = "\"" + id + ":" + wanted.key() + "\"";
        if (ImageIds.isValid(id) && request.checkNotModified(etag)) {
            return ResponseEntity.status(304).eTag(etag).cacheControl(FOR_EVER).build();
        }
        byte[] bytes = images.read(id, wanted).orElseThrow(() -> ApiProblem.notFound("image", id + " in size " + size));
        return ResponseEntity.ok()
                .contentType(contentType(bytes))
                .eTag(etag)
                .cacheControl(FOR_EVER)
                .header("X-Content-Type-Options", "nosniff")
                .header(HttpHeaders.CONTENT_DISPOSITION, "inline")
                .body(bytes);
    }

    private static MediaType contentType(byte[] bytes) {
        return PictureType.of(bytes)
                .map(type -> MediaType.parseMediaType(type.contentType()))
                .orElse(MediaType.APPLICATION_OCTET_STREAM);
    }
}
