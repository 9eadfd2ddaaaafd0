package gavel.auction.dataset.plan;

/**
 * What an item is and what it looks like; items of one look differ in light and grain only.
 *
 * @param number of the look among all
 * @param noun what it is
 * @param material an adjective: what it is made of
 */
public record Look(int number, String category, String noun, String material) {

    /** Another thing of the same kind, maybe of another material. */
    public Look firstOfItsKind() {
        return Catalogue.all().stream()
                .filter(look -> look.noun.equals(noun))
                .findFirst()
                .orElseThrow();
    }
}
