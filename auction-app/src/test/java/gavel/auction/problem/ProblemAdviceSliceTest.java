package gavel.auction.problem;

import static org.hamcrest.Matchers.containsString;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

class ProblemAdviceSliceTest {
    private final MockMvc mvc = MockMvcBuilders.standaloneSetup(new Shop())
            .setControllerAdvice(new ProblemAdvice())
            .setMessageConverters(new JacksonJsonHttpMessageConverter(JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
                    .build()))
            .build();

    record Order(@NotNull @Positive Integer pieces) {}

    @RestController
    static class Shop {
        @GetMapping("/things/{id}")
        String thing(@PathVariable long id) {
            throw switch ((int) id) {
                case 1 -> ApiProblem.notFound("thing", id);
                case 2 -> ApiProblem.stale("thing", 3);
                case 3 -> ApiProblem.unavailable("Later.", Duration.ofSeconds(7));
                case 4 -> new QueryTimeoutException("select secret");
                default -> new IllegalStateException("an inner secret");
            };
        }

        @PostMapping("/orders")
        int order(@RequestBody @Valid Order order) {
            return order.pieces();
        }
    }

    @Test
    void whatIsThrownIsAProblemDocument() throws Exception {
        mvc.perform(get("/things/1"))
                .andExpect(status().isNotFound())
                .andExpect(content().contentType("application/problem+json"))
                .andExpect(jsonPath("$.title").value("Not Found"))
                .andExpect(jsonPath("$.status").value(404))
                .andExpect(jsonPath("$.detail").value("There is no thing 1."))
                .andExpect(jsonPath("$.instance").value("/things/1"));
        mvc.perform(get("/things/2")).andExpect(status().isPreconditionFailed());
        mvc.perform(get("/things/3"))
                .andExpect(status().isServiceUnavailable())
                .andExpect(header().string("Retry-After", "7"));
    }

    @Test
    void whatWentWrongInsideIsNotTold() throws Exception {
        mvc.perform(get("/things/4"))
                .andExpect(status().isServiceUnavailable())
                .andExpect(jsonPath("$.detail").value("A data service does not answer: try again."));
        mvc.perform(get("/things/5"))
                .andExpect(status().isInternalServerError())
                .andExpect(jsonPath("$.detail")
                        .value("The server failed to handle this request; the failure was logged."));
    }

    @Test
    void fieldsAtFaultAreNamed() throws Exception {
        mvc.perform(order("{\"pieces\": 0}"))
                .andExpect(status().isBadRequest())
                .andExpect(jsonPath("$.errors[0].field").value("pieces"))
                .andExpect(jsonPath("$.errors[0].message").value("must be greater than 0"));
        mvc.perform(order("{\"peices\": 1}"))
                .andExpect(status().isBadRequest())
                .andExpect(jsonPath("$.errors[0].field").value("peices"))
                .andExpect(jsonPath("$.errors[0].message").value(containsString("pieces")));
        mvc.perform(order("{\"pieces\": [1]}"))
                .andExpect(status().isBadRequest())
                .andExpect(jsonPath("$.errors[0].field").value("pieces"));
        mvc.perform(order("{\"pieces\"")).andExpect(status().isBadRequest());
    }

    @Test
    void aPathThatIsNoNumberIsNamed() throws Exception {
        mvc.perform(get("/things/one"))
                .andExpect(status().isBadRequest())
                .andExpect(jsonPath("$.errors[0].field").value("id"));
    }

    @Test
    void whatIsRepeatedCanBeWritten() throws Exception {
        mvc.perform(order("{\"\\u0000\": 1}"))
                .andExpect(status().isBadRequest())
                .andExpect(jsonPath("$.errors[0].field").value("\ufffd"));
    }

    private static MockHttpServletRequestBuilder order(String body) {
        return post("/orders").contentType("application/json").content(body);
    }
}
