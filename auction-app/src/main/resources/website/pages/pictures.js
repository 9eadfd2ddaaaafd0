// The pictures of one's own item: chosen, previewed, sent.
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LARGEST_BYTES, MOST_PICTURES, refusal, upload } from "../upload.js";

export function Pictures({ item, onAdded }) {
  const [sending, show] = useState([]);
  const change = (url, part) => show((all) => all.map((one) => (one.url === url ? { ...one, ...part } : one)));
  useEffect(() => () => sending.forEach((one) => URL.revokeObjectURL(one.url)), []);

  const add = async (event) => {
    const files = [...event.currentTarget.files];
    event.currentTarget.value = "";
    let count = item.images.length;
    const chosen = files.map((file) => {
      const problem = refusal(file, count);
      count += problem ? 0 : 1;
      return { file, url: URL.createObjectURL(file), share: 0, problem };
    });
    show((all) => [...all.filter((one) => one.problem), ...chosen]);
    for (const one of chosen.filter((each) => !each.problem)) {
      try {
        onAdded(await upload(item.id, one.file, (share) => change(one.url, { share })));
        show((all) => all.filter((other) => other.url !== one.url));
        URL.revokeObjectURL(one.url);
      } catch (problem) {
        change(one.url, { problem: [problem.message, ...problem.errors.map((error) => error.message)].join(" ") });
      }
    }
  };

  return h("section", { class: "pictures" },
    h("h2", null, "Pictures"),
    h("div", { class: "thumbs" },
      item.images.map((image, n) => h("img", { key: image.id, src: image.thumbnail ?? image.preview, alt: `Picture ${n + 1}` })),
      sending.map((one) => h("figure", { key: one.url },
        one.problem ? one.file.name : h("img", { src: one.url, alt: one.file.name }),
        one.problem
          ? h("figcaption", { class: "complaint", role: "alert" }, one.problem)
          : h("figcaption", null, h("progress", { value: one.share, max: 1, "aria-label": `Sending ${one.file.name}` }),
            one.share === 1 ? "Being prepared …" : `${Math.round(one.share * 100)} %`)))),
    item.images.length < MOST_PICTURES && h("label", { class: "button" }, "Add pictures",
      h("input", { class: "aloud", type: "file", accept: "image/jpeg,image/png", multiple: true, onChange: add })),
    h("p", { class: "hint" }, `JPEG or PNG, at most ${LARGEST_BYTES / 1024 / 1024} MiB each, at most ${MOST_PICTURES}.`));
}
