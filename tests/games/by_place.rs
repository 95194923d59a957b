//! The public state as tests ask for it: what lies in a place by the place's name, and what is a player's with the player.

use serde_json::{Map, Value, json};

/// The facts and the places side by side: `{"marker": "Ada", "draw_pile": {"cards": [], "count": 24, "more": 24}, "perch": [PLACE, …],
/// "players": [{"name", "total", "hand": PLACE, "bird": [PLACE, …]}, …]}`.
pub fn by_place(state: &Value) -> Value {
    let mut all = state.as_object().expect("a document").clone();
    let (facts, places) = (all.remove("facts").expect("facts"), all.remove("places").expect("places"));
    let mut players = all["players"].as_array().expect("players").clone();
    for (key, fact) in facts.as_object().expect("facts") {
        match fact.as_array().filter(|of_each| key == "each" && of_each.len() == players.len()) {
            Some(of_each) => {
                for (player, own) in players.iter_mut().zip(of_each) {
                    let own = own.as_object().expect("a player's facts").clone();
                    player.as_object_mut().expect("a player").extend(own);
                }
            }
            None => {
                all.insert(key.clone(), fact.clone());
            }
        }
    }
    for place in places.as_array().expect("places") {
        let (cards, more) = (&place["cards"], &place["more"]);
        let count = cards.as_array().expect("cards").len() as u64 + more.as_u64().expect("a number");
        let what = json!({ "cards": cards, "count": count, "more": more });
        let key = place["place"].as_str().expect("a name").replace(' ', "_");
        match players.iter_mut().find(|player| player["name"] == place["of"]) {
            Some(player) => put(player.as_object_mut().expect("a player"), key, &place["number"], what),
            None => put(&mut all, key, &place["number"], what),
        }
    }
    all.insert("players".to_owned(), players.into());
    all.into()
}

fn put(all: &mut Map<String, Value>, key: String, number: &Value, what: Value) {
    if number.is_null() {
        all.insert(key, what);
    } else if let Value::Array(several) = all.entry(key).or_insert_with(|| json!([])) {
        several.push(what);
    }
}
