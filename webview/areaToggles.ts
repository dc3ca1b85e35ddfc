import type { Visibility } from '../src/shared/flameWire.ts';
import { formatShare } from '../src/shared/format.ts';
import { areas, type Area } from '../src/shared/vocabulary.ts';
import { element } from './element.ts';
import type { ProfileMessage } from './ownerConnection.ts';

const areaTitles: Record<Area, string> = {
  app: 'Your code: files of the workspace outside node_modules',
  deps: 'Dependencies: everything in node_modules',
  core: 'Modules of Node.js itself (node:…)',
  wasm: 'WebAssembly',
  v8: 'Builtins of the JavaScript engine, such as JSON.parse, and regular expressions',
  native: 'C++ code and shared libraries',
  gc: 'Garbage collection',
};

/** As many as fit in a line beside the areas. */
const maxPackages = 6;
const minPackageTotal = 0.005;

/** Which areas and packages are drawn. */
export function areaToggles(
  { areaShares, packageShares, report }: ProfileMessage,
  visibility: Visibility,
  onChange: (visibility: Visibility) => void,
): HTMLElement {
  const group = element('div', {
    class: 'toggles',
    attributes: { role: 'group', 'aria-label': 'Areas shown' },
  });
  group.append(element('span', { class: 'group-title', text: 'Show' }));
  for (const area of areas) {
    const isOn = visibility.areas.includes(area);
    if (area === 'wasm' && areaShares.wasm === 0 && !isOn) continue;
    const share = formatShare(areaShares[area]);
    const button = toggle(
      { name: area, share, tone: area, isOn },
      `${areaTitles[area]}. ${share} of on-CPU samples ended here.`,
    );
    button.addEventListener('click', () => {
      const chosen = isOn
        ? visibility.areas.filter((other) => other !== area)
        : areas.filter((other) => other === area || visibility.areas.includes(other));
      onChange({ ...visibility, areas: chosen });
    });
    group.append(button);
  }

  const packages = report.packages
    .filter(({ name, total }) => !name.startsWith('(') && total >= minPackageTotal)
    .slice(0, maxPackages);
  if (packages.length === 0) return group;
  group.append(element('span', { class: 'group-title', text: 'Packages' }));
  const allShown = visibility.areas.includes('deps');
  for (const { name, total } of packages) {
    const share = formatShare(packageShares[name] ?? 0);
    const isOn = allShown || visibility.packages.includes(name);
    const button = toggle(
      { name, share, tone: 'deps', isOn },
      allShown
        ? 'Shown with all dependencies: turn off deps to choose single packages.'
        : `Package ${name}. ${share} of on-CPU samples ended here, ${formatShare(total)} passed through it.`,
    );
    button.disabled = allShown;
    button.addEventListener('click', () => {
      const others = visibility.packages.filter((other) => other !== name);
      onChange({ ...visibility, packages: isOn ? others : [...others, name] });
    });
    group.append(button);
  }
  return group;
}

function toggle(
  { name, share, tone, isOn }: { name: string; share: string; tone: Area; isOn: boolean },
  title: string,
): HTMLButtonElement {
  return element(
    'button',
    {
      class: 'toggle',
      title,
      attributes: { type: 'button', 'aria-pressed': String(isOn), 'data-name': name },
    },
    element('span', { class: 'swatch', attributes: { 'data-tone': tone } }),
    element('span', { class: 'toggle-name', text: name }),
    element('span', { class: 'toggle-share', text: share }),
  );
}
