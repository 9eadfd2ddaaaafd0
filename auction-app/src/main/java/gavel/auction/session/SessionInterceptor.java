package gavel.auction.session;

import gavel.auction.problem.ApiProblem;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Finds the caller of a request before its endpoint is entered; refuses it when there is none and the endpoint needs one. */
@Component
public final class SessionInterceptor implements HandlerInterceptor {
    static final String CALLER = "gavel.caller";
    private static final String SCHEME = "Bearer ";
    private static final int MAX_TOKEN = 100;

    private final Sessions sessions;

    SessionInterceptor(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!(handler instanceof HandlerMethod method) || request.getDispatcherType() != DispatcherType.REQUEST) {
            return true;
        }
        if (method.hasMethodAnnotation(Anonymous.class) || method.getBeanType().isAnnotationPresent(Anonymous.class)) {
            return true;
        }
        String token = tokenOf(request)
                .orElseThrow(() -> ApiProblem.unauthenticated("Log in first: the request carries no bearer token."));
        Caller caller = sessions.find(token)
                .orElseThrow(() -> ApiProblem.unauthenticated("This session has ended: log in again."));
        request.setAttribute(CALLER, caller);
        return true;
    }

    private static Optional<String> tokenOf(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        if (header == null
                || header.length() > MAX_TOKEN
                || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        return Optional.of(header.substring(SCHEME.length()).strip());
    }
}
