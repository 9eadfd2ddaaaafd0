package gavel.auction.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.problem.ApiProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;

class UploadFormTest {
    private static final String HEAD = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n";

    @Test
    void theFileIsTakenFromBetweenOtherFields() throws IOException {
        String other = "--b\r\ncontent-disposition: form-data; name=title\r\n\r\nVase\r\n";
        assertThat(file(
                        "multipart/form-data; boundary=b",
                        other + HEAD + "pic\r\nture\r\n--\r\n" + other + "--b--\r\n"))
                .isEqualTo("pic\r\nture\r\n--");
        assertThat(file("multipart/form-data; boundary=\"b\"", HEAD + "\r\n--b--"))
                .isEmpty();
        assertThat(file("Multipart/Form-Data; Boundary=b", HEAD + "x\r\n--b--and more"))
                .isEqualTo("x");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "no boundary,        multipart/form-data,             HEADx|--b--, body",
        "another boundary,   multipart/form-data; boundary=c, HEADx|--b--, body",
        "no end,             multipart/form-data; boundary=b, HEADx|,      body",
        "an end cut short,   multipart/form-data; boundary=b, HEADx|--b-,  body",
        "no head,            multipart/form-data; boundary=b, --b|x|--b--, body",
        "nothing,            multipart/form-data; boundary=b, '',          body",
        "no file,            multipart/form-data; boundary=b, --b--,       file",
        "two files,          multipart/form-data; boundary=b, HEADx|HEADx|--b--, body"
    })
    void whatIsNoWholeFormWithOneFileIsRefused(String name, String type, String form, String field) {
        String body = form.replace("|", "\r\n").replace("HEAD", HEAD);
        assertThatThrownBy(() -> file(type, body)).isInstanceOfSatisfying(ApiProblem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(400);
            assertThat(problem.errors().getFirst().field()).isEqualTo(field);
        });
    }

    @Test
    void aFileHasABoundOfItsOwn() {
        byte[] file = new byte[UploadForm.MOST_FILE_BYTES + 1];
        assertThatThrownBy(() -> file(
                        "multipart/form-data; boundary=b",
                        HEAD + new String(file, StandardCharsets.ISO_8859_1) + "\r\n--b--"))
                .isInstanceOfSatisfying(
                        ApiProblem.class,
                        problem -> assertThat(problem.status().value()).isEqualTo(413));
    }

    @Test
    void itsPlaceIsTwiceWhatIsAnnounced() {
        assertThat(form("multipart/form-data; boundary=b", "x".repeat(500)).heldBytes())
                .isEqualTo(1_000);
    }

    private static String file(String type, String body) throws IOException {
        return new String(form(type, body).file("file"), StandardCharsets.ISO_8859_1);
    }

    private static UploadForm form(String type, String body) {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/api/items/1/images");
        request.setContentType(type);
        request.setContent(body.getBytes(StandardCharsets.ISO_8859_1));
        return new UploadForm(new BoundedRequest(request, false, new BodyReader(System::nanoTime), new ByteBudget(0)));
    }
}
