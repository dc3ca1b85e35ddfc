/** A tweet-sized message. */
export interface Message {
  id: number;
  author: string;
  text: string;
}

export type TagCounts = Map<string, number>;
