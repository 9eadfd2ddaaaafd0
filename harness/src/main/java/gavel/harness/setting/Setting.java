package gavel.harness.setting;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A node of a configuration as it was written, with the place it was written at. */
public sealed interface Setting {
    /** {@code run.yaml:7} or {@code --users}. */
    String place();

    /** A section. */
    record Section(Map<String, Setting> entries, String place) implements Setting {
        public Section {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        /** This section with everything the other one says on top. Lists are replaced, not joined. */
        public Section with(Section upper) {
            Map<String, Setting> merged = new LinkedHashMap<>(entries);
            upper.entries.forEach((name, setting) -> merged.merge(
                    name,
                    setting,
                    (below, above) -> below instanceof Section lower && above instanceof Section higher
                            ? lower.with(higher)
                            : above));
            return new Section(merged, upper.place);
        }

        /** Where the setting of a path such as {@code actions[1].at} was written, or as much of the path as was. */
        String placeOf(String path) {
            String[] names = path.split("[.\\[]", 2);
            Setting inner = entries.get(names[0]);
            if (inner instanceof Sections list && names.length > 1) {
                String[] rest = names[1].split("\\]\\.?", 2);
                return list.elements().get(Integer.parseInt(rest[0])).placeOf(rest[1]);
            }
            return inner == null
                    ? place
                    : inner instanceof Section section && names.length > 1 ? section.placeOf(names[1]) : inner.place();
        }

        /** Every value as text by its path, such as {@code appServers.count}, in the order of the sections. */
        public Map<String, String> flat() {
            Map<String, String> flat = new LinkedHashMap<>();
            entries.forEach((name, setting) -> {
                switch (setting) {
                    case Section section -> section.flat().forEach((path, text) -> flat.put(name + "." + path, text));
                    case Value value -> flat.put(name, String.valueOf(value.text()));
                    case Values values -> flat.put(name, values.texts().toString());
                    case Sections sections -> {
                        for (int i = 0; i < sections.elements().size(); i++) {
                            String element = name + "[" + i + "].";
                            sections.elements().get(i).flat().forEach((path, text) -> flat.put(element + path, text));
                        }
                    }
                }
            });
            return flat;
        }
    }

    /** One value as text; null for YAML's null, which means "by the sizing rule". */
    record Value(String text, String place) implements Setting {}

    /** A list of sections. */
    record Sections(List<Section> elements, String place) implements Setting {
        public Sections {
            elements = List.copyOf(elements);
        }
    }

    /** A list of values. */
    record Values(List<String> texts, String place) implements Setting {
        public Values {
            texts = List.copyOf(texts);
        }
    }
}
