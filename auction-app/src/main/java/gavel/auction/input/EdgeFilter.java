package gavel.auction.input;

import gavel.auction.problem.ApiProblem;
import gavel.auction.problem.FieldProblem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * The edge of the application. A path or query that is not plain text goes no further, and answers carry the headers that say how browsers
 * and caches have to treat them.
 */
final class EdgeFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final String API = "/api/";
    private static final String PICTURES = "/api/images/";

    private final transient Supplier<HandlerExceptionResolver> problems;

    EdgeFilter(Supplier<HandlerExceptionResolver> problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String path = request.getRequestURI();
        head(request, response, path);
        Optional<FieldProblem> fault =
                RequestLine.faultOfPath(path).or(() -> RequestLine.faultOfQuery(request.getQueryString()));
        if (fault.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        ApiProblem problem = ApiProblem.invalid(fault.get().field(), fault.get().message());
        problems.get().resolveException(request, response, null, problem);
    }

    /** Pictures say themselves how long they may be kept; all else is about persons, or the pages' own. */
    private static void head(HttpServletRequest request, HttpServletResponse response, String path) {
        if (path.startsWith(API)) {
            response.setHeader("X-Content-Type-Options", "nosniff");
            if (!path.startsWith(PICTURES)) {
                response.setHeader("Cache-Control", "no-store");
            }
        }
        if (request.isSecure()) {
            response.setHeader("Strict-Transport-Security", "max-age=31536000");
        }
    }
}
