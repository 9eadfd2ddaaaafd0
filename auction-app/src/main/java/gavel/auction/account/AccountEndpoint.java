package gavel.auction.account;

import gavel.auction.input.PlainText;
import gavel.auction.problem.Refusals;
import gavel.auction.session.Anonymous;
import gavel.auction.session.Caller;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
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
    /**
     * Only ASCII: no two addresses look alike, and one is compared in lower case. The groups repeat as often as the longest address lets them:
     * each time takes some of the stack, and a text that is too long is looked at, too.
     */
    private static final String ADDRESS = "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+){0,126}"
            + "@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+){0,126}$";

    private static final String ADDRESS_RULE = "must be an address in ASCII such as ada@example.com";

    private final Accounts accounts;
    private final LoginChanges logins;

    AccountEndpoint(Accounts accounts, LoginChanges logins) {
        this.accounts = accounts;
        this.logins = logins;
    }

    record Registration(
            @NotNull @Size(max = 254) @Pattern(regexp = ADDRESS, message = ADDRESS_RULE)
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

    /**
     * How the caller logs in from now on; what is null stays.
     *
     * @param password the present one
     */
    record LoginChange(
            @NotNull @PlainText(max = 72) String password,

            @Nullable @Size(max = 254) @Pattern(regexp = ADDRESS, message = ADDRESS_RULE)
            String email,

            @Nullable @PlainText(min = 8, max = 72) String newPassword) {
        @Override
        public String toString() {
            return "LoginChange[***]";
        }
    }

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

    /** A new password ends all other sessions of the account. */
    @PutMapping("/me/login")
    @Refusals({409, 429})
    Account changeLogin(Caller caller, @RequestBody @Valid LoginChange wanted, HttpServletRequest request) {
        logins.change(caller, wanted, request.getRemoteAddr());
        return accounts.get(caller.accountId());
    }
}
