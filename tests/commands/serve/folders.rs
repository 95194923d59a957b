//! A folder of many logs.

use super::client::House;
use crate::program::examples;

#[test]
fn a_folder_of_hundreds_of_logs_is_listed_and_each_is_its_own() {
    let house = House::new();
    let examples = examples();
    for nth in 0..300 {
        house.folder.write(&format!("game {nth}.toml"), &examples[nth % examples.len()].1);
    }
    let server = house.serve();
    let phone = server.recorder();
    let listed = || phone.get("/api/games").answer().as_array().expect("games").clone();
    let before = listed();
    assert_eq!(before.len(), 300);
    for game in before.iter().step_by(37) {
        let name = game["name"].as_str().expect("a name").replace(' ', "%20");
        let table = phone.get(&format!("/api/games/{name}/table")).is(200);
        assert_eq!((&table.json()["version"], &table.json()["answer"]["game"]), (&game["version"], &game["game"]));
    }
    // What is changed, comes and goes is so in the list at once.
    let text = house.folder.text("game 7.toml");
    house.folder.write("game 7.toml", text.clone() + "# changed\n");
    let version = phone.get("/api/games/game%207/table").version();
    let of_7 = || listed().into_iter().find(|game| game["name"] == "game 7").expect("listed");
    assert_eq!(of_7()["version"], version);
    std::fs::remove_file(house.folder.path("game 8.toml")).expect("removed");
    house.folder.write("new.toml", text);
    let names: Vec<_> = listed().iter().map(|game| game["name"].as_str().expect("a name").to_owned()).collect();
    assert!(names.len() == 300 && names.contains(&"new".to_owned()) && !names.contains(&"game 8".to_owned()));
}
