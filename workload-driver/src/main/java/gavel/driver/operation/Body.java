package gavel.driver.operation;

import gavel.driver.body.Answer;
import gavel.driver.body.AssetScanner;
import gavel.driver.json.JsonReader;

/**
 * What reads the body of one response. Borrowed from the loop's {@link LoopContext} from the head to the end, not while an answer is waited
 * for. Thousands of users wait for news at a time, and few are being answered. Owned by the loop.
 */
final class Body {
    final JsonReader json = new JsonReader();
    final Answer answer = new Answer();
    final AssetScanner assets = new AssetScanner();
}
