import type { LaterTopic } from "./later";
import type { Page } from "./topics";

export const later: Record<LaterTopic, Page> = {
  wheel: {
    title: "Wheel of Fortune",
    aim: "The base game around a wheel. A pig goes round it and brings luck or trouble to everybody; meeples on crown spaces bet on where it stops.",
    when: [
      "The wheel lies in the middle instead of the start tile. Tiles may be laid against it wherever the squares match.",
      "If the drawn tile has a wheel symbol, the pig first moves 1, 2 or 3 sectors clockwise. Then the action of its sector is carried out and the crown spaces there are scored.",
      "Then lay the tile. Instead of placing a meeple on it you may put one on any free crown space of the wheel.",
    ],
    score: [
      "Fortune: 3 points for the player to move. Storm: 1 point per meeple in the supply. Inquisition: 2 points per monk.",
      "Taxes: each knight brings 1 point per coat of arms and 1 per own knight in its city. Famine: each farmer brings 1 point per completed city beside the field.",
      "Plague: everybody takes one meeple back from the tiles, without points.",
      "A sector with one crown space: 3 points for the meeple there. With two: 6 if it is alone, otherwise 3 each. Then they return.",
    ],
    example: "Taxes in a city with 2 coats of arms: each of the 2 blue knights brings 2 + 2, together 8 points; the red knight brings 2 + 1 = 3.",
    mind: [
      "Sectors that the pig passes do nothing. (WHEEL-18)",
      "Majorities do not matter for the wheel: every knight and every farmer counts. (WHEEL-24, WHEEL-25)",
      "Only Fortune is for the player to move alone. (WHEEL-20)",
      "Meeples on crown spaces cannot be taken back and bring nothing at the end. (WHEEL-34, WHEEL-41)",
      "A meeple that came back by the wheel may be placed in the same turn. (WHEEL-40)",
      "The wheel turns even if the tile then fits nowhere. (WHEEL-D7)",
    ],
  },
  winter: {
    title: "Winter Edition",
    aim: "The base game under snow, with its own names for the meeples and 12 tiles with animals.",
    when: [
      "Each turn: lay the tile, place a meeple if you like, score what is completed.",
      "On a road stands a messenger, in a city a juggler, in a monastery a craftsman; on a field lies a child.",
    ],
    score: [
      "Road 1 point per tile, city 2 per tile and 2 per coat of arms, monastery 9.",
      "At the end: road 1 per tile, city 1 per tile and 1 per coat of arms, monastery 1 and 1 per neighbour; fields 3 per completed city.",
    ],
    example: "A completed city of 3 tiles with 1 coat of arms: 3 × 2 + 1 × 2 = 8 points for red. The juggler returns.",
    mind: [
      "Animals, houses and trees have no effect. (WINTER-6)",
      "Children stay on their field until the end. (WINTER-22)",
      "Without fields the game is easier for beginners: switch Farmers off. (WINTER-15)",
    ],
  },
  gingerbread: {
    title: "The Gingerbread Man",
    aim: "The gingerbread man walks from city to city. When he leaves a city, every juggler there brings points, with or without the majority.",
    when: [
      "He begins in the city of the start tile.",
      "After a turn with a gingerbread symbol you must move him to another unfinished city. The city that he leaves gets a gingerbread scoring.",
      "If his city is completed, the gingerbread scoring comes first, then the usual one; then you move him.",
    ],
    score: ["Gingerbread scoring: each juggler brings 1 point per tile of the city. Coats of arms add nothing.", "At the end he brings nothing."],
    example: "He leaves the unfinished city of 3 tiles: 3 points for blue and 3 for red. The jugglers stay.",
    mind: [
      "The majority does not matter, and he does not occupy the city. (GINGER-4, GINGER-8)",
      "If there is no other unfinished city, he stays and nothing is scored. (GINGER-13)",
      "If his city is completed and there is no other, he waits beside the board for the next symbol. (GINGER-14)",
      "A symbol tile that completes his city moves him only once. (GINGER-D3)",
    ],
  },
  dragon: {
    title: "The Princess & the Dragon",
    aim: "A dragon flies over the country and sends meeples home. The fairy protects a tile, portals lead anywhere, and a princess sends a knight away.",
    when: [
      "Volcano: the dragon comes to this tile at once. You place no meeple there.",
      "Dragon tile: first place your meeple, then the dragon flies 6 steps, and only then you score. The players take the steps in turn, beginning with you.",
      "Portal: you may place your meeple on any tile, on an unfinished feature without meeples.",
      "Princess: if knights stand in her city, you may send one of them away, and then place nothing.",
      "Instead of placing a meeple you may move the fairy to a tile with your meeple.",
    ],
    score: [
      "If you have a meeple on the fairy’s tile at the start of your turn: 1 point.",
      "If a feature with your meeple on the fairy’s tile is scored: 3 points more, even without the majority.",
      "Meeples that the dragon eats bring nothing.",
    ],
    example: "The dragon flies to the monastery: the red monk returns without points. The fairy bars the next tile, so the flight ends after 1 step.",
    mind: [
      "The dragon moves straight, never diagonally, and enters no tile twice in one flight. (DRAGON-14, DRAGON-16)",
      "Until the first volcano is laid, dragon tiles are set aside and another tile is drawn. (DRAGON-9, DRAGON-10)",
      "The flight comes before the scoring: an eaten meeple does not count. (DRAGON-12, DRAGON-26)",
      "If your last meeple on a feature is eaten, your builder or pig returns too. (DRAGON-25)",
      "The fairy protects only against the dragon. (DRAGON-52)",
      "A monk in a monastery inside a city is no knight. (DRAGON-40)",
    ],
  },
  tower: {
    title: "The Tower",
    aim: "Towers grow and capture meeples. Prisoners are exchanged, or ransomed for points.",
    when: [
      "Instead of placing a meeple you may start a tower on any tower space, add a floor to a tower, or put a meeple on a tower, which finishes it.",
      "With each floor you may capture one meeple: on the tile of the tower, or straight from it as many tiles away as it has floors.",
      "If two players hold prisoners of each other, they exchange one for one at once.",
      "Once in your turn you may ransom one prisoner for 3 points.",
    ],
    score: ["Towers bring no points. A ransom takes 3 points from you and gives them to the captor.", "Prisoners and meeples on towers bring nothing at the end."],
    example: "Red starts a tower with 1 floor. Within reach are the blue monk and the yellow knight; red may capture one of them.",
    mind: [
      "Empty places and other towers do not shorten the reach, but they are counted. (TOWER-13)",
      "A captured own meeple goes straight back to your supply. (TOWER-19)",
      "Builders and pigs cannot be captured, but they return with your last meeple on the feature. (TOWER-16, TOWER-20)",
      "The prisoner takes no part in the scoring of this turn. (TOWER-21)",
      "A ransom cannot be refused, and you need 3 points for it. (TOWER-30, TOWER-31)",
      "A finished tower never grows again. (TOWER-22)",
    ],
  },
  count: {
    title: "The Count",
    aim: "The city of Carcassonne lies in the middle. Meeples wait in its quarters and come out just in time for a scoring, unless the count stands in their way.",
    when: [
      "If your tile gives points to others and none to you, you may put a meeple into any quarter at the end of the turn, and then move the count.",
      "When a feature is completed, all players may move meeples from the matching quarter onto it before it is scored, the player to move last.",
      "Palace: cities. Smithy: roads. Church: monasteries and shrines. Market: fields, only at the end.",
    ],
    score: [
      "Features are scored as usual, with the meeples that came out.",
      "Before the final scoring meeples may come out once more, one at a time, also from the market.",
      "For fields Carcassonne is a completed city.",
    ],
    example: "Red completes blue’s road: 3 points for blue, 0 for red. Red may send a meeple to Carcassonne.",
    mind: [
      "Nobody comes out of the quarter with the count. (COUNT-13)",
      "Even an occupied feature, or one without meeples, may be entered. (COUNT-14, COUNT-D8)",
      "Only one meeple goes to Carcassonne in a turn, however many players scored. (COUNT-7)",
      "Nobody can take meeples back from Carcassonne; those left at the end bring nothing. (COUNT-19, COUNT-25)",
    ],
  },
  "river-2": {
    title: "The River II",
    aim: "The game begins with a river that forks. One of its branches ends in a lake with a volcano.",
    when: [
      "The source lies on the table first, the first player lays the fork beside it.",
      "Then everybody draws river tiles and continues one of the branches. You may place meeples on the banks by the ordinary rules.",
      "The lake with the volcano comes last. Its player places no meeple and at once takes another turn.",
    ],
    score: [
      "The river brings no points. It divides fields.",
      "Herd of pigs: its field brings 1 point more per completed city, 4 instead of 3.",
      "The inn by the lake counts only together with Inns & Cathedrals.",
    ],
    example: "The river forks: one branch ends at the city, the other bends and ends in the lake with the volcano.",
    mind: [
      "The branches may not meet. (RIVER2-9)",
      "Two bends of a branch in a row may not turn the same way, even with straight tiles between. (RIVER2-10, RIVER2-D1)",
      "With The Princess & the Dragon the dragon comes to the lake. (RIVER2-16)",
      "The herd belongs to the field, not to a player. (RIVER2-18)",
    ],
  },
  cult: {
    title: "The Cult",
    aim: "Shrines are scored like monasteries. A shrine and a monastery side by side compete: only the one completed first scores.",
    when: [
      "On a tile with a shrine you may place a meeple as a heretic.",
      "If a shrine with a heretic and a monastery with another player’s monk are neighbours, also diagonally, a challenge begins.",
      "The one completed first wins. Then the meeples of both return.",
    ],
    score: ["Shrine, completed when all 8 places around it are occupied: 9 points.", "The loser of a challenge gets 0.", "Unfinished at the end: 1 point for itself and 1 per neighbour, also in a challenge."],
    example: "Red’s heretic and blue’s monk compete. Whoever is surrounded first gets 9 points, the other 0.",
    mind: [
      "A shrine may have only one monastery around it, and a monastery only one shrine; other tiles may not be laid so. (CULT-4, CULT-5)",
      "If one tile completes both, both score. (CULT-10)",
      "There is no challenge against yourself. (CULT-D3)",
      "If one of the two meeples is removed, the challenge is over. (CULT-D6)",
    ],
  },
  corn: {
    title: "Crop Circles",
    aim: "After the scoring a crop circle makes all players add a meeple or take one back.",
    when: [
      "Lay the tile, place a meeple, score. Then choose for everybody: A, place one more, or B, take one back.",
      "The circle says whom it concerns. Pitchfork: farmers. Club: travellers. Shield: knights.",
      "The player to your left begins, you are the last.",
    ],
    score: [
      "A: a meeple from the supply joins an own meeple of this kind, on the same tile and the same segment.",
      "B: one meeple of this kind returns to the supply.",
      "Neither brings points.",
    ],
    example: "Red lays a shield, places a knight and chooses A. Blue adds a knight to the one on the left, red adds one to the new knight.",
    mind: [
      "The meeple goes exactly to the segment of the other one. In the Big Box any tile of the feature will do. (CORN-8, CORN-D5)",
      "The action is a duty for everybody who can carry it out. (CORN-12, CORN-D1)",
      "If B takes your last meeple from a feature, your builder or pig returns too. (CORN-11)",
      "Meeples that the scoring has just returned may be used for A. (CORN-D10)",
    ],
  },
};
