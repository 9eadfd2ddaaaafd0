package gavel.auction.input;

import java.util.List;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.method.annotation.ModelAttributeMethodProcessor;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Hands endpoints the arguments they name, read by {@link StrictParameters}, and never an object whose fields come from parameters that
 * happen to have their names.
 */
final class NamedArgumentsOnly extends RequestMappingHandlerAdapter {
    @Override
    public void afterPropertiesSet() {
        super.afterPropertiesSet();
        if (getWebBindingInitializer() instanceof ConfigurableWebBindingInitializer binding) {
            binding.setPropertyEditorRegistrar(new StrictParameters());
        }
        List<HandlerMethodArgumentResolver> resolvers = getArgumentResolvers();
        setArgumentResolvers(resolvers.stream()
                .filter(resolver -> !(resolver instanceof ModelAttributeMethodProcessor))
                .toList());
    }
}
