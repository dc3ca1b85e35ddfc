import { randomInt, randomUUID } from 'node:crypto';

/**
 * The value of a variable that REST clients generate, such as `$guid`, `$timestamp` or `$randomInt
 * 1 10`; null for any other name. All requests of the load get the same value.
 */
export function dynamicVariable(name: string): string | null {
  const [variable, ...words] = name.split(/[\s(),]+/).filter((word) => word !== '');
  switch (variable) {
    case '$guid':
    case '$uuid':
    case '$random.uuid':
      return randomUUID();
    case '$timestamp':
      return String(Math.floor(Date.now() / 1000));
    case '$isoTimestamp':
      return new Date().toISOString();
    case '$randomInt':
    case '$random.integer': {
      const [min, max] = words.length === 2 ? words.map(Number) : [0, 1000];
      const isRange = Number.isSafeInteger(min) && Number.isSafeInteger(max) && min! < max!;
      return isRange && max! - min! < 2 ** 47 ? String(randomInt(min!, max!)) : null;
    }
    default:
      return null;
  }
}
