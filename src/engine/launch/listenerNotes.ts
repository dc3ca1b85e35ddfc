import { formatUrl } from '../../shared/format.ts';
import { redactedText } from '../../shared/secretText.ts';
import { worded, type Wording } from '../../shared/wording.ts';
import type { Listener } from '../processes/targetEvents.ts';
import { originOf, parseLoadUrl } from '../serving/loadAddress.ts';
import { listenerText, type ServerAddress } from './waitForListener.ts';

/** A sentence on where the load went, if the target listens elsewhere too or is on another machine. */
export function listenerNotes(
  { place, others = [] }: ServerAddress,
  listeners: readonly Listener[],
  loadUrl: string,
): Wording[] {
  const words = new Set(listeners.map(listenerText));
  if (words.size < 2 && !place.isOther) return [];
  const [other] = others;
  const alike = other
    ? `, the first in the process closest to the command of ${others.length + 1} that answer alike`
    : '';
  const url = other ? `${originOf(other)}${redactedText(parseLoadUrl(loadUrl).path)}` : null;
  return [
    worded`The target listens on ${[...words].join(', ')}; the load went to ${formatUrl(originOf(place))}${alike}${{ kind: 'load-another', url }}.`,
  ];
}
