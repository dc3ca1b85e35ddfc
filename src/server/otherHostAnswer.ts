import { hostOf, otherHost } from '../engine/load/otherHost.ts';
import { FailureError } from '../shared/failure.ts';
import type { OtherHostAnswer, OtherHostRequest } from '../shared/lspWire.ts';

/** What is wrong with the URL is said by the run itself. */
export async function answerOtherHost({ url }: OtherHostRequest): Promise<OtherHostAnswer> {
  try {
    const place = await otherHost(url);
    return { host: place && hostOf(place) };
  } catch (error) {
    if (error instanceof FailureError) return { host: null };
    throw error;
  }
}
