package gavel.auction.image;

import gavel.auction.testing.EmbeddedServices;

class DocumentImageStoreIT extends ImageStoreContract {
    @Override
    ImageStore store() {
        return new DocumentImageStore(EmbeddedServices.documents());
    }
}
