package gavel.auction.page;

import gavel.auction.input.Numbers;
import gavel.auction.problem.ApiProblem;
import gavel.auction.problem.FieldProblem;
import java.util.List;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Reads a {@link PageRequest} from the query. */
public final class PageRequestResolver implements HandlerMethodArgumentResolver {
    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == PageRequest.class;
    }

    @Override
    public PageRequest resolveArgument(
            MethodParameter parameter,
            ModelAndViewContainer container,
            NativeWebRequest request,
            WebDataBinderFactory binders) {
        return new PageRequest(number(request, "page", 0), number(request, "size", PageRequest.DEFAULT_SIZE));
    }

    private static int number(NativeWebRequest request, String name, int absent) {
        String value = request.getParameter(name);
        if (value == null || value.isEmpty()) {
            return absent;
        }
        try {
            return Math.toIntExact(Numbers.whole(value));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw ApiProblem.invalid(List.of(new FieldProblem(name, "must be a whole number: " + value)));
        }
    }
}
