// Sending a picture with progress, which fetch cannot tell.
import { connected, Problem } from "./api.js";
import { refused, session } from "./session.js";

export const LARGEST_BYTES = 8 * 1024 * 1024;
export const MOST_PICTURES = 8;

/** Why the server would not take the file; null when it may. */
export function refusal(file, pictures) {
  if (pictures >= MOST_PICTURES) {
    return `An item has at most ${MOST_PICTURES} pictures.`;
  }
  if (!["image/jpeg", "image/png"].includes(file.type)) {
    return "Pictures are JPEG or PNG files.";
  }
  return file.size > LARGEST_BYTES ? "A picture has at most 8 MiB." : null;
}

/** @param onProgress is told the share that was sent, 0 to 1 */
export function upload(itemId, file, onProgress) {
  return new Promise((resolve, reject) => {
    const token = session.get()?.token;
    const request = new XMLHttpRequest();
    request.open("POST", `/api/items/${itemId}/images`);
    request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    request.addEventListener("load", () => {
      connected.set(true);
      if (request.status === 201) {
        resolve(request.response);
        return;
      }
      if (request.status === 401) {
        refused(token);
      }
      const body = request.response ?? {};
      reject(new Problem(request.status, body.detail ?? `The server answered ${request.status}.`, body.errors));
    });
    request.addEventListener("error", () => {
      connected.set(false);
      reject(new Problem(0, "No server could be reached; the picture may not have arrived."));
    });
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}
