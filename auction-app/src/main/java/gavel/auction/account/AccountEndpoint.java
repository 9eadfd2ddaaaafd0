package gavel.auction.account;

import gavel.auction.session.Anonymous;
import gavel.auction.session.Caller;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/accounts")
@Tag(name = "accounts", description = "Register and edit one's profile")
class AccountEndpoint {
    private final Accounts accounts;

    AccountEndpoint(Accounts accounts) {
        this.accounts = accounts;
    }

    record Registration(
            @NotBlank @Email @Size(max = 254) String email,
            @NotBlank @Size(min = 8, max = 72) String password,
            @NotBlank @Size(max = 80) String firstName,
            @NotBlank @Size(max = 80) String lastName) {
        @Override
        public String toString() {
            return "Registration[***]";
        }
    }

    record Profile(
            @NotBlank @Size(max = 80) String firstName,
            @NotBlank @Size(max = 80) String lastName,
            @NotNull Integer version) {}

    @PostMapping
    @Anonymous
    @ResponseStatus(HttpStatus.CREATED)
    Account register(@RequestBody @Valid Registration registration) {
        return accounts.register(registration);
    }

    @GetMapping("/me")
    Account me(Caller caller) {
        return accounts.get(caller.accountId());
    }

    @PutMapping("/me")
    Account rename(Caller caller, @RequestBody @Valid Profile profile) {
        return accounts.rename(caller.accountId(), profile);
    }
}
