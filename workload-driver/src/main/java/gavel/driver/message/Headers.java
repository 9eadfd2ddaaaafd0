package gavel.driver.message;

import gavel.driver.message.ResponseHead.Content;

/** Picks the headers the workload needs out of the others; chosen by length first, so most lines cost one comparison. */
final class Headers {
    private Headers() {}

    static void read(LineBytes line, ResponseHead head) throws ProtocolException {
        int colon = line.indexOf(':', 0);
        if (colon <= 0) {
            throw new ProtocolException("not a header: '" + line + "'");
        }
        int from = colon + 1;
        int to = line.length();
        while (from < to && isBlank(line.at(from))) {
            from++;
        }
        while (to > from && isBlank(line.at(to - 1))) {
            to--;
        }
        switch (colon) {
            case 4 -> {
                if (line.startsWith(0, "etag")) {
                    head.etag.set(line, from, to);
                }
            }
            case 10 -> {
                if (line.startsWith(0, "connection")) {
                    connection(line, from, head);
                }
            }
            case 11 -> {
                if (line.startsWith(0, "retry-after")) {
                    head.retryAfterSeconds = line.number(from, to);
                }
            }
            case 12 -> {
                if (line.startsWith(0, "content-type")) {
                    head.content = content(line, from);
                }
            }
            case 14 -> {
                if (line.startsWith(0, "content-length")) {
                    contentLength(line, from, to, head);
                }
            }
            case 16 -> {
                if (line.startsWith(0, "content-encoding")) {
                    contentEncoding(line, from, to, head);
                }
            }
            case 17 -> {
                if (line.startsWith(0, "transfer-encoding")) {
                    head.chunked = line.contains(from, "chunked");
                }
            }
            default -> {}
        }
    }

    /** A list: {@code Upgrade, close}. */
    private static void connection(LineBytes line, int from, ResponseHead head) {
        if (line.contains(from, "close")) {
            head.keepAlive = false;
        } else if (line.contains(from, "keep-alive")) {
            head.keepAlive = true;
        }
    }

    private static void contentLength(LineBytes line, int from, int to, ResponseHead head) throws ProtocolException {
        long length = line.number(from, to);
        if (length < 0 || (head.contentLength >= 0 && head.contentLength != length)) {
            throw new ProtocolException("not one length of a body: '" + line + "'");
        }
        head.contentLength = length;
    }

    private static void contentEncoding(LineBytes line, int from, int to, ResponseHead head) throws ProtocolException {
        head.gzip = line.same(from, to, "gzip");
        if (!head.gzip && !line.same(from, to, "identity")) {
            throw new ProtocolException("an encoding that was not offered: '" + line + "'");
        }
    }

    private static Content content(LineBytes line, int from) {
        if (line.startsWith(from, "application/json")) {
            return Content.JSON;
        } else if (line.startsWith(from, "image/jpeg")) {
            return Content.JPEG;
        } else if (line.startsWith(from, "image/png")) {
            return Content.PNG;
        } else if (line.startsWith(from, "text/html")) {
            return Content.HTML;
        } else if (line.startsWith(from, "application/problem+json")) {
            return Content.PROBLEM;
        } else if (line.startsWith(from, "text/css")) {
            return Content.CSS;
        } else if (line.startsWith(from, "text/javascript") || line.startsWith(from, "application/javascript")) {
            return Content.SCRIPT;
        }
        return Content.OTHER;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
