import type { FunctionKind } from '../../shared/benchWire.ts';
import { freeNames, namesOfScopes } from './freeNames.ts';
import { isFunction, isNode, walk, type SyntaxNode } from './syntaxTree.ts';

/** A place in the text that runs: the line is 1-based, the column 0-based; null: anywhere on the line. */
export interface TextPlace {
  line: number;
  column: number | null;
}

/** A line of the user's file, and the places in the text that runs that it has become. */
export interface MappedLine {
  line: number;
  places: readonly TextPlace[];
  /** The line of the user's file that a place in the text comes from; null if it comes from no line of it. */
  lineOf(line: number, column: number): number | null;
}

/** The function that is asked for: one at a line, or of a path. */
export type Wanted = MappedLine | { path: string };

/** A function of a text; offsets are of the text. */
export interface FoundFunction {
  node: SyntaxNode;
  /** The nodes around, outermost first. */
  around: SyntaxNode[];
  /** `Cart.total`, `outer/inner`, `outer/(anonymous 2)`: the same function in another version of the file. */
  path: string;
  name: string;
  kind: FunctionKind;
  isArrow: boolean;
  /** The method whose body it is; null for other functions. */
  method: SyntaxNode | null;
  /** Its class or object literal; null for other functions. */
  home: SyntaxNode | null;
  /** The function that makes it at each of its calls; null if the module does. */
  maker: string | null;
  /** Names that it takes from functions around. */
  captured: string[];
  /** Whether it uses a `this` of its own. */
  usesThis: boolean;
  /** Whether it is an arrow function that uses `this` of around it. */
  capturesThis: boolean;
  /** Names of neither itself nor functions around: of the module, or global. */
  outer: string[];
  /** Whether it calls itself by its name. */
  isRecursive: boolean;
  startLine: number;
  endLine: number;
  /** V8's position of it, which is that of its parameters; 1-based. */
  line: number;
  column: number;
}

/**
 * The function of that path, or at that line: the outermost one that begins there, else the innermost
 * one that holds it. Null if there is none.
 */
export function findFunction(root: SyntaxNode, text: string, wanted: Wanted): FoundFunction | null {
  const all = functionsOf(root, text);
  if ('path' in wanted) return all.find(({ path }) => path === wanted.path) ?? null;
  const begun = all.find((each) => isBegunAt(each, wanted));
  if (begun) return begun;
  const inside = wanted.places.map((place) => {
    return all.filter((each) => holds(each, place)).sort((a, b) => length(a) - length(b))[0];
  });
  return inside.find((each) => each !== undefined) ?? null;
}

function isBegunAt({ node, method }: FoundFunction, { line, lineOf }: MappedLine): boolean {
  return [node, method].some((each) => {
    const start = each?.loc?.start;
    return start !== undefined && lineOf(start.line, start.column) === line;
  });
}

function holds({ node, method }: FoundFunction, { line, column }: TextPlace): boolean {
  const { start, end } = (method ?? node).loc!;
  const isAfter =
    line > start.line || (line === start.line && (column ?? Infinity) >= start.column);
  return isAfter && (line < end.line || (line === end.line && (column ?? 0) < end.column));
}

function length({ node }: FoundFunction): number {
  return node.end - node.start;
}

function functionsOf(root: SyntaxNode, text: string): FoundFunction[] {
  const found: FoundFunction[] = [];
  const taken = new Map<string, number>();
  const paths = new Map<SyntaxNode, string>();
  walk(root, (node, around) => {
    if (!isFunction(node)) return;
    const { method, home, name } = namedBy(node, around);
    const makers = around.filter(isFunction);
    const maker = makers.at(-1);
    const local = `${maker ? `${paths.get(maker)}/` : ''}${name || '(anonymous)'}`;
    const count = (taken.get(local) ?? 0) + 1;
    taken.set(local, count);
    const path = count === 1 ? local : `${local} ${count}`;
    paths.set(node, path);
    const isArrow = node.type === 'ArrowFunctionExpression';
    const { names, usesThis } = freeNames(node);
    const scopes = namesOfScopes(around);
    const declared = name.replace(/^.*\./, '');
    const whole = method ?? node;
    const position = paramsPosition(node, text);
    found.push({
      ...{ node, around: [...around], path, name, isArrow, method, home },
      kind: kindOf(node),
      maker: maker ? paths.get(maker)! : null,
      captured: [...names].filter((each) => scopes.has(each)),
      usesThis: !isArrow && freeNames(node['body'] as SyntaxNode, node['params']).usesThis,
      capturesThis: isArrow && usesThis && maker !== undefined,
      outer: [...names].filter((each) => !scopes.has(each)),
      isRecursive: usesName(node, declared, method !== null),
      startLine: whole.loc!.start.line,
      endLine: whole.loc!.end.line,
      ...position,
    });
  });
  return found;
}

function kindOf(node: SyntaxNode): FunctionKind {
  if (node['async']) return node['generator'] ? 'async generator' : 'async';
  return node['generator'] ? 'generator' : 'function';
}

function namedBy(
  node: SyntaxNode,
  around: readonly SyntaxNode[],
): { method: SyntaxNode | null; home: SyntaxNode | null; name: string } {
  const parent = around.at(-1);
  const none = { method: null, home: null };
  if (!parent) return { ...none, name: nameOf(node['id']) };
  if (parent.type === 'MethodDefinition') {
    const home = around.at(-3)!;
    const className = nameOf(home['id']) || declaredName(around.at(-4)) || '(class)';
    return { method: parent, home, name: `${className}.${keyOf(parent)}` };
  }
  const isMethod = parent.type === 'Property' && (parent['method'] || parent['kind'] !== 'init');
  if (isMethod && parent['value'] === node) {
    const home = around.at(-2)!;
    const owner = declaredName(around.at(-3));
    return { method: parent, home, name: `${owner ? `${owner}.` : ''}${keyOf(parent)}` };
  }
  const id = nameOf(node['id']);
  return { ...none, name: id || declaredName(parent) };
}

/** The name that a value gets from where it stands: `a` of `const a = …`, `{ a: … }` and `x.a = …`. */
function declaredName(parent: SyntaxNode | undefined): string {
  switch (parent?.type) {
    case 'VariableDeclarator':
      return nameOf(parent['id']);
    case 'Property':
    case 'PropertyDefinition':
      return keyOf(parent);
    case 'AssignmentExpression': {
      const left = parent['left'] as SyntaxNode;
      return left.type === 'MemberExpression' ? nameOf(left['property']) : nameOf(left);
    }
    default:
      return '';
  }
}

export function keyOf(node: SyntaxNode): string {
  const key = node['key'] as SyntaxNode;
  if (node['computed']) return '[computed]';
  if (key.type === 'PrivateIdentifier') return `#${key['name'] as string}`;
  return key.type === 'Literal' ? String(key['value']) : nameOf(key);
}

export function nameOf(id: unknown): string {
  return isNode(id) && id.type === 'Identifier' ? (id['name'] as string) : '';
}

/** A method calls itself by `this.name` or another object's property of that name. */
function usesName(node: SyntaxNode, name: string, isMethod: boolean): boolean {
  if (name === '') return false;
  let isUsed = false;
  walk(node['body'] as SyntaxNode, (each) => {
    if (each.type !== 'CallExpression') return;
    const callee = each['callee'] as SyntaxNode;
    const called =
      isMethod && callee.type === 'MemberExpression' ? nameOf(callee['property']) : nameOf(callee);
    isUsed ||= called === name;
  });
  return isUsed;
}

/** V8 places a function at the bracket before its parameters, or at its only parameter. */
function paramsPosition(node: SyntaxNode, text: string): { line: number; column: number } {
  const [first] = node['params'] as SyntaxNode[];
  const from = isNode(node['id']) ? node['id'].end : node.start;
  const until = first?.start ?? (node['body'] as SyntaxNode).start;
  const bracket = text.indexOf('(', from);
  const at = bracket >= 0 && bracket <= until ? bracket : until;
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: at - lineStart + 1 };
}
