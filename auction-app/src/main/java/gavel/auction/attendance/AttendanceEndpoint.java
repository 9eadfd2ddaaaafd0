package gavel.auction.attendance;

import gavel.auction.problem.Refusals;
import gavel.auction.session.Caller;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.InstantSource;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Joining and leaving auctions. The answer comes from the rows, so it is never older than what the caller has seen. */
@RestController
@Tag(name = "attendance", description = "Join and leave auctions")
@RequestMapping("/api/auctions/{id}/attendance")
class AttendanceEndpoint {
    private final Attendances attendances;
    private final InstantSource clock;

    AttendanceEndpoint(Attendances attendances, InstantSource clock) {
        this.attendances = attendances;
        this.clock = clock;
    }

    @PutMapping
    @Refusals(409)
    Attendance join(Caller caller, @PathVariable long id) {
        return attendances.join(caller.accountId(), id, clock.instant());
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void leave(Caller caller, @PathVariable long id) {
        attendances.leave(caller.accountId(), id, clock.instant());
    }
}
