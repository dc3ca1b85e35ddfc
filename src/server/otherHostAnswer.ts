import { hostOf, otherHost } from '../engine/serving/otherHost.ts';
import { FailureError } from '../shared/failure.ts';
import type { AnswerOf, RequestOf } from '../shared/lspWire.ts';

/** The host of another machine in a URL, if any. The run reports what is wrong with a URL. */
export async function answerOtherHost({
  url,
}: RequestOf<'otherHost'>): Promise<AnswerOf<'otherHost'>> {
  try {
    const place = await otherHost(url);
    return { host: place && hostOf(place) };
  } catch (error) {
    if (error instanceof FailureError) return { host: null };
    throw error;
  }
}
