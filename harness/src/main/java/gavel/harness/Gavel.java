package gavel.harness;

public final class Gavel {
    public static void main(String[] args) {}
}
