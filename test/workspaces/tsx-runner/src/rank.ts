export interface Player {
  name: string;
  score: number;
}

interface Ranked {
  rank: number;
  label: string;
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

function labelOf(player: Player): string {
  return `${player.name}: ${numbers.format(player.score)}`; // hot
}

/** The players by score, best first, as the league's table shows them. */
export function rankPlayers(players: readonly Player[]): Ranked[] {
  const sorted = [...players].sort((a: Player, b: Player): number => b.score - a.score);
  return sorted.map((player, at) => ({ rank: at + 1, label: labelOf(player) }));
}
