package gavel.auction.item;

import static io.swagger.v3.oas.annotations.media.Schema.RequiredMode.REQUIRED;

import gavel.auction.body.UploadForm;
import gavel.auction.image.ImageInfo;
import gavel.auction.image.ImageLinks;
import gavel.auction.image.Uploads;
import gavel.auction.problem.Refusals;
import gavel.auction.session.Caller;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes the pictures of one's own items. */
@RestController
@Tag(name = "items", description = "Search items and sell one's own")
class ItemImageEndpoint {
    private final Items items;
    private final Uploads uploads;

    ItemImageEndpoint(Items items, Uploads uploads) {
        this.items = items;
        this.uploads = uploads;
    }

    /** Whether the item may have the picture is asked before the work, and again when it is stored. */
    @RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.MULTIPART_FORM_DATA_VALUE,
                            schema = @Schema(implementation = PictureForm.class)))
    @ApiResponse(responseCode = "201", useReturnTypeSchema = true)
    @Refusals({403, 408, 409, 413, 415, 422, 429, 507})
    @PostMapping(path = "/api/items/{id}/images", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    ResponseEntity<ImageLinks> add(Caller caller, @PathVariable long id, @Parameter(hidden = true) UploadForm form)
            throws IOException {
        items.requireChangeable(id, caller.accountId());
        ImageInfo image = uploads.add(id, caller.accountId(), form);
        items.changed(id);
        ImageLinks links = ImageLinks.of(image);
        return ResponseEntity.created(URI.create(links.full())).body(links);
    }

    /** The form as the document of the API shows it. */
    private record PictureForm(
            @Schema(type = "string", format = "binary", requiredMode = REQUIRED)
            String file) {}
}
