package gavel.auction.session;

import gavel.auction.input.PlainText;
import gavel.auction.problem.ApiProblem;
import gavel.auction.problem.Refusals;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/sessions")
@Tag(name = "sessions", description = "Log in and out")
class SessionEndpoint {
    private final Sessions sessions;
    private final Credentials credentials;

    SessionEndpoint(Sessions sessions, Credentials credentials) {
        this.sessions = sessions;
        this.credentials = credentials;
    }

    record Login(
            @NotNull @PlainText(max = 254) String email,
            @NotNull @PlainText(max = 72) String password) {
        @Override
        public String toString() {
            return "Login[***]";
        }
    }

    @PostMapping
    @Anonymous
    @ResponseStatus(HttpStatus.CREATED)
    @Refusals({401, 429})
    Sessions.Opened logIn(@RequestBody @Valid Login login, HttpServletRequest request) {
        return credentials
                .check(login.email(), login.password(), request.getRemoteAddr())
                .flatMap(sessions::open)
                .orElseThrow(() -> ApiProblem.unauthenticated("The e-mail address or the password is wrong."));
    }

    @DeleteMapping("/current")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void logOut(Caller caller) {
        sessions.end(caller);
    }
}
