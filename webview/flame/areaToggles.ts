import type { Visibility } from '../../src/shared/flameWire.ts';
import { formatNumberOf, formatShare } from '../../src/shared/format.ts';
import type { PackageReport } from '../../src/shared/report.ts';
import { areas, type Area } from '../../src/shared/vocabulary.ts';
import { element } from '../elements/element.ts';

const areaTitles: Record<Area, string> = {
  app: 'Your code: files of the workspace outside node_modules',
  deps: 'Dependencies: everything in node_modules',
  core: 'Modules of Node.js itself (node:…)',
  wasm: 'WebAssembly',
  v8: 'Builtins of the JavaScript engine, such as JSON.parse, and regular expressions',
  native: 'C++ code and shared libraries',
  gc: 'Garbage collection',
};

/** Packages shown before “more”: few, so that the graph begins high up in a narrow view. */
const firstPackages = 3;
const minPackageShare = 0.01;
/** Packages below this share are not offered at all. */
const minPackageTotal = 0.005;

/** The share of the time in each. */
export interface AreaFigures {
  areaShares: Record<Area, number>;
  packageShares: Record<string, number>;
  packages: readonly PackageReport[];
}

/** Toggles for the drawn areas and packages. */
export class AreaToggles {
  readonly element = element('div', {
    class: 'toggles',
    attributes: { role: 'group', 'aria-label': 'Areas and packages shown' },
  });
  readonly #onChange: (visibility: Visibility) => void;
  #isWhole = false;

  constructor(onChange: (visibility: Visibility) => void) {
    this.#onChange = onChange;
  }

  /** Draws the buttons again and restores the focus. */
  show(figures: AreaFigures, visibility: Visibility): void {
    const focused = this.element.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset['name']
      : undefined;
    this.element.replaceChildren(
      ...this.#areas(figures, visibility),
      ...this.#packages(figures, visibility),
    );
    if (focused === undefined) return;
    const buttons = this.element.querySelectorAll<HTMLElement>('[data-name]');
    [...buttons].find(({ dataset }) => dataset['name'] === focused)?.focus();
  }

  #areas({ areaShares }: AreaFigures, visibility: Visibility): HTMLElement[] {
    const offered = areas.filter(
      (area) => area !== 'wasm' || areaShares.wasm > 0 || visibility.areas.includes(area),
    );
    return offered.map((area) => {
      const isOn = visibility.areas.includes(area);
      const share = formatShare(areaShares[area]);
      const button = toggle(
        { name: area, share, tone: area, isOn },
        `${areaTitles[area]}. ${share} of on-CPU samples ended here.`,
      );
      button.addEventListener('click', () => {
        const chosen = isOn
          ? visibility.areas.filter((other) => other !== area)
          : areas.filter((other) => other === area || visibility.areas.includes(other));
        this.#onChange({ ...visibility, areas: chosen });
      });
      return button;
    });
  }

  #packages(figures: AreaFigures, visibility: Visibility): HTMLElement[] {
    const { packageShares, packages } = figures;
    const offered = packages.filter(
      ({ name, total }) =>
        !name.startsWith('(') && (total >= minPackageTotal || visibility.packages.includes(name)),
    );
    const allShown = visibility.areas.includes('deps');
    const shown = offered.filter(
      ({ name }, index) =>
        this.#isWhole ||
        visibility.packages.includes(name) ||
        (index < firstPackages && (packageShares[name] ?? 0) >= minPackageShare),
    );
    const buttons = shown.map(({ name, total }) => {
      const share = formatShare(packageShares[name] ?? 0);
      const isOn = allShown || visibility.packages.includes(name);
      const button = toggle(
        { name, share, tone: 'deps', isOn },
        allShown
          ? 'Shown with all dependencies: turn off deps to choose single packages.'
          : `Package ${name}. ${share} of on-CPU samples ended here, ${formatShare(total)} passed through it.`,
      );
      button.classList.add('package');
      button.disabled = allShown;
      button.addEventListener('click', () => {
        const others = visibility.packages.filter((other) => other !== name);
        this.#onChange({ ...visibility, packages: isOn ? others : [...others, name] });
      });
      return button;
    });
    const hidden = offered.length - shown.length;
    if (hidden > 0 || this.#isWhole) {
      buttons.push(this.#moreButton(hidden, () => this.show(figures, visibility)));
    }
    return buttons;
  }

  #moreButton(hidden: number, redraw: () => void): HTMLButtonElement {
    const packages = formatNumberOf(hidden, 'more package');
    const button = element('button', {
      class: 'more-packages',
      text: this.#isWhole ? 'Fewer packages' : packages,
      title: this.#isWhole ? 'Show only the packages with the most time' : `Show ${packages}`,
      attributes: {
        type: 'button',
        'aria-expanded': String(this.#isWhole),
        'data-name': '(more)',
      },
    });
    button.addEventListener('click', () => {
      this.#isWhole = !this.#isWhole;
      redraw();
    });
    return button;
  }
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
