package gavel.auction.body;

import gavel.auction.problem.ApiProblem;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.util.WebUtils;

/** Hands an endpoint the form of the request, unread. */
public final class UploadFormResolver implements HandlerMethodArgumentResolver {
    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == UploadForm.class;
    }

    @Override
    public UploadForm resolveArgument(
            MethodParameter parameter,
            ModelAndViewContainer model,
            NativeWebRequest request,
            WebDataBinderFactory binder) {
        BoundedRequest bounded = WebUtils.getNativeRequest(
                request.getNativeRequest(jakarta.servlet.http.HttpServletRequest.class), BoundedRequest.class);
        if (bounded == null) {
            throw ApiProblem.of(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be multipart/form-data.");
        }
        return new UploadForm(bounded);
    }
}
