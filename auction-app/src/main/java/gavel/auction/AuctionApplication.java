package gavel.auction;

public final class AuctionApplication {
    public static void main(String[] args) {}
}
