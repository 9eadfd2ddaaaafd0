package gavel.auction;

import java.util.Set;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Takes from the server what libraries serve unasked, such as the API's document once more as YAML: only the application's own is served. */
@Component
final class InvitedEndpoints implements SmartInitializingSingleton {
    private static final String OWN = InvitedEndpoints.class.getPackageName() + ".";
    private static final Set<String> OTHERS = Set.of("/v3/api-docs");

    private final RequestMappingHandlerMapping mapping;

    InvitedEndpoints(@Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping) {
        this.mapping = mapping;
    }

    @Override
    public void afterSingletonsInstantiated() {
        mapping.getHandlerMethods().forEach((info, method) -> {
            if (!isInvited(info, method)) {
                mapping.unregisterMapping(info);
            }
        });
    }

    private static boolean isInvited(RequestMappingInfo info, HandlerMethod method) {
        return method.getBeanType().getName().startsWith(OWN) || OTHERS.containsAll(info.getPatternValues());
    }
}
