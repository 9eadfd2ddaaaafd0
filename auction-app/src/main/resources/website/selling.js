// The script for people who sell: their items and their auctions.
import { arrived } from "./later.js";
import { NewAuction, OwnAuction, OwnAuctions } from "./pages/own-auctions.js";
import { NewItem, OwnItem, OwnItems } from "./pages/own-items.js";

arrived({ NewAuction, NewItem, OwnAuction, OwnAuctions, OwnItem, OwnItems });
