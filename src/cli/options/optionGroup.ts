import type { Command, Option } from 'commander';

/** The default in words; null if the option is simply off. */
export function defaultText(option: Option): string | null {
  if (option.defaultValueDescription !== undefined) return option.defaultValueDescription;
  const value: unknown = option.defaultValue;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

export interface OptionGroup {
  title: string;
  options: Option[];
}

/** Adds options below their titles; the help shows their defaults. */
export function addOptionGroups(command: Command, groups: readonly OptionGroup[]): void {
  command.configureHelp({
    visibleArguments: () => [],
    optionDescription: (option) => {
      const words = defaultText(option);
      return words === null ? option.description : `${option.description} (default: ${words})`;
    },
  });
  for (const { title, options } of groups) {
    for (const option of options) command.addOption(option.helpGroup(`${title}:`));
  }
}

/** The flags that a person has typed, without those that have their defaults. */
export function givenFlags<Flags extends object>(
  command: Command,
  flags: Flags,
): ReadonlySet<keyof Flags> {
  const names = Object.keys(flags) as (keyof Flags & string)[];
  return new Set(names.filter((name) => command.getOptionValueSource(name) === 'cli'));
}
