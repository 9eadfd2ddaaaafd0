package gavel.auction.account;

import gavel.auction.input.PlainText;
import gavel.auction.problem.Refusals;
import gavel.auction.session.Anonymous;
import gavel.auction.session.Caller;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
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
    /** Only ASCII: no two addresses look alike, and one is compared in lower case. */
    private static final String ADDRESS =
            "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*$";

    private final Accounts accounts;

    AccountEndpoint(Accounts accounts) {
        this.accounts = accounts;
    }

    record Registration(
            @NotNull
            @Size(max = 254)
            @Pattern(regexp = ADDRESS, message = "must be an address in ASCII such as ada@example.com")
            String email,

            @NotNull @PlainText(min = 8, max = 72) String password,
            @NotNull @PlainText(max = 80) String firstName,
            @NotNull @PlainText(max = 80) String lastName) {
        @Override
        public String toString() {
            return "Registration[***]";
        }
    }

    record Profile(
            @NotNull @PlainText(max = 80) String firstName,
            @NotNull @PlainText(max = 80) String lastName,
            @NotNull Integer version) {}

    @PostMapping
    @Anonymous
    @ResponseStatus(HttpStatus.CREATED)
    @Refusals(409)
    Account register(@RequestBody @Valid Registration registration) {
        return accounts.register(registration);
    }

    @GetMapping("/me")
    Account me(Caller caller) {
        return accounts.get(caller.accountId());
    }

    @PutMapping("/me")
    @Refusals(412)
    Account rename(Caller caller, @RequestBody @Valid Profile profile) {
        return accounts.rename(caller.accountId(), profile);
    }
}
