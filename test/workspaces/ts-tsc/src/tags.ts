import type { Message, TagCounts } from './model.js';

/** Options of {@link countTags}; the compiled file has nothing of them. */
interface CountOptions {
  /** Tags seen less often are left out. */
  atLeast: number;
}

const defaults: CountOptions = {
  atLeast: 2,
};

interface Tag {
  name: string;
  count: number;
}

/** Counts the #tags of all messages. */
export function countTags(
  messages: readonly Message[],
  options: Partial<CountOptions> = {},
): Tag[] {
  const { atLeast } = { ...defaults, ...options };
  const counts: TagCounts = new Map();
  for (const message of messages) {
    for (const tag of tagsOf(message)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]): Tag => ({ name, count }))
    .filter((tag) => tag.count >= atLeast);
}

function tagsOf(message: Message): string[] {
  return message.text.split(' ').filter((word: string): boolean => word.startsWith('#')); // hot
}
