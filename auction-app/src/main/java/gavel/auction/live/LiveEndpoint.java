package gavel.auction.live;

import gavel.auction.session.Caller;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "live", description = "What happens in an auction")
class LiveEndpoint {
    private final LivePolls polls;

    LiveEndpoint(LivePolls polls) {
        this.polls = polls;
    }

    @GetMapping("/api/auctions/{id}/live")
    @Operation(summary = "The live view, as soon as its revision is above the one given")
    @ApiResponse(
            responseCode = "200",
            description = "A view with a revision above {after}",
            content = @Content(mediaType = "application/json", schema = @Schema(implementation = LiveBody.class)))
    @ApiResponse(responseCode = "204", description = "Nothing new within 30 s", content = @Content)
    void live(
            Caller caller,
            @PathVariable long id,
            @RequestParam(defaultValue = "0") @Min(0) @Parameter(description = "The revision seen; 0 answers at once")
                    long after,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        polls.poll(id, after, request, response);
    }
}
