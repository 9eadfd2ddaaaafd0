package gavel.auction.website;

import gavel.auction.problem.ApiProblem;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Serves the web pages: one HTML page, and its modules and styles by version. */
@RestController
@Hidden
class SiteEndpoint {
    private static final CacheControl FOR_EVER =
            CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

    private final Site site;

    SiteEndpoint(Site site) {
        this.site = site;
    }

    @GetMapping({"/", "/index.html"})
    ResponseEntity<byte[]> page(@RequestHeader(name = "Accept-Encoding", defaultValue = "") String encodings) {
        HttpHeaders headers = new HttpHeaders();
        headers.set("Content-Security-Policy", site.policy());
        headers.set("Referrer-Policy", "no-referrer");
        headers.setCacheControl(CacheControl.noCache());
        return answer(site.page(), headers, encodings);
    }

    @GetMapping("/ui/{version}/{*name}")
    ResponseEntity<byte[]> file(
            @PathVariable String version,
            @PathVariable String name,
            @RequestHeader(name = "Accept-Encoding", defaultValue = "") String encodings,
            HttpServletRequest asked) {
        SiteFile file = site.file(name.substring(1))
                .filter(_ -> version.equals(site.version()))
                .orElseThrow(() -> ApiProblem.notFound("file of version " + version, name));
        // By one address only: a cache would keep the file once for each way to write it.
        boolean plain = asked.getQueryString() == null && asked.getRequestURI().equals("/ui/" + version + name);
        HttpHeaders headers = new HttpHeaders();
        headers.setCacheControl(plain ? FOR_EVER : CacheControl.noStore());
        return answer(file, headers, encodings);
    }

    /** 304 where the client has it already follows from the ETag. */
    private ResponseEntity<byte[]> answer(SiteFile file, HttpHeaders headers, String encodings) {
        boolean zip = encodings.contains("gzip");
        headers.setETag("\"" + site.version() + (zip ? "-gzip\"" : "\""));
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set(HttpHeaders.VARY, "Accept-Encoding");
        headers.set(HttpHeaders.CONTENT_TYPE, file.contentType());
        if (zip) {
            headers.set(HttpHeaders.CONTENT_ENCODING, "gzip");
        }
        return ResponseEntity.ok().headers(headers).body(zip ? file.zipped() : file.plain());
    }
}
