import type { Page, Topic } from "./topics";

export const en: Record<Topic, Page> = {
  base: {
    title: "Base game",
    aim: "Together you lay out a country of roads, cities, monasteries and fields. Meeples on them bring points. Most points win.",
    when: [
      "In your turn you draw one tile and lay it beside the others. Every side that touches must match: road to road, city to city, field to field.",
      "Then you may place one meeple on the tile just laid: a traveller on a road, a knight in a city, a monk in a monastery. The whole feature must be free of meeples, your own included.",
      "Then everything that the tile completed is scored, and the meeples on it return to their supplies.",
    ],
    score: [
      "Road, completed when both ends are closed or it is a loop: 1 point per tile.",
      "City, completed when the walls are closed and there is no gap: 2 points per tile and 2 per coat of arms.",
      "Monastery, completed when all 8 places around it are occupied: 9 points.",
      "The points go to the player with the most meeples on the feature. In a tie each of them gets full points.",
      "At the end of the game unfinished features count too: road 1 per tile, city 1 per tile and 1 per coat of arms, monastery 1 for itself and 1 per neighbour.",
    ],
    example: "A completed city of 3 tiles with 1 coat of arms: 3 × 2 + 1 × 2 = 8 points for red. The knight returns.",
    mind: [
      "A tile that fits nowhere is out of the game; you draw another.",
      "You may not pass on a tile that fits, but you may go without a meeple.",
      "Features that were occupied apart may be joined later. So several meeples come to stand on one.",
      "Meeples that return now can be placed only in a later turn.",
    ],
  },
  farmers: {
    title: "Farmers",
    aim: "A meeple lying on a field stays until the end and then scores the cities beside it.",
    when: [
      "Instead of another meeple you may place a farmer on a field of the tile just laid, if no farmer lies anywhere on that field.",
      "Fields end at roads, cities, the river and the edge of the play area.",
    ],
    score: [
      "At the end each field brings 3 points for every completed city that touches it.",
      "The player with the most farmers on the field gets them; in a tie each gets full points.",
    ],
    example: "The field above the road touches one completed city: 3 points for blue at the end.",
    mind: [
      "Farmers never return during the game.",
      "Unfinished cities count nothing for a field. A city counts once per field, and for every field that it touches.",
      "It does not matter who owned the city, or how large it is.",
    ],
  },
  river: {
    title: "The River",
    aim: "The game begins with a river. It takes the place of the start tile and gives the country its shape.",
    when: [
      "The spring lies on the table first. While there are river tiles, you draw from them; the lake comes last.",
      "Each river tile must continue the river at its open end. All other sides must match as usual.",
      "You may place meeples on the banks by the ordinary rules, never on the river.",
    ],
    score: ["The river itself brings no points. It divides fields."],
    example: "From the spring eastwards: straight on, a bend to the right, a bend to the left, the lake.",
    mind: ["Two bends directly after each other may not turn the same way.", "The river may never flow against the direction in which it left the spring."],
  },
  abbot: {
    title: "The Abbot",
    aim: "The abbot is one more figure for each player. He stands in monasteries and gardens, and may come back early.",
    when: [
      "Instead of a meeple you may place the abbot in a monastery or a garden of the tile just laid.",
      "If you place nothing in your turn, you may take your abbot back from an unfinished monastery or garden.",
    ],
    score: [
      "A garden is scored like a monastery: 9 points when all 8 places around it are occupied.",
      "Taken back early or at the end: 1 point for the garden or monastery and 1 per occupied place around it.",
    ],
    example: "The garden has 5 neighbours. Green takes the abbot back: 1 + 5 = 6 points.",
    mind: ["Only the abbot may stand in a garden.", "A garden does not divide a field.", "In one turn you either place a figure or take the abbot back."],
  },
  fortress: {
    title: "Fortress",
    aim: "The Fortress box is the base game with its own tiles and its own river. Its rules are those of the base game.",
    when: ["Each turn: lay the tile, place a meeple if you like, score what is completed.", "For 2 to 5 players in the box, for 2 to 6 in a free choice."],
    score: [
      "Road 1 point per tile, city 2 per tile and 2 per coat of arms, monastery 9.",
      "At the end: road 1 per tile, city 1 per tile and 1 per coat of arms, monastery 1 and 1 per neighbour; fields 3 per completed city.",
    ],
    example: "A road from the crossing to the monastery, 3 tiles: 3 points for yellow. The traveller returns.",
    mind: ["Houses, people and animals on the tiles have no effect.", "Gardens are decoration, unless you add the Abbot."],
  },
};
