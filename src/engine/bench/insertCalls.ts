import { boundNames, isNode, walk, type SyntaxNode } from './syntaxTree.ts';
import { keyOf, nameOf, type FoundFunction } from './findFunction.ts';
import { classesCall, handOutCall, recordCall } from './benchCalls.ts';

/** Text that goes into another one before an offset. No line of the other one moves. */
interface Insertion {
  at: number;
  text: string;
}

/** The text whose function first tells of each call: its `this`, arguments, and what it takes from around. */
export function withRecorder(text: string, found: FoundFunction): string {
  const { node, isArrow, method, home, captured, capturesThis, usesThis, maker } = found;
  const names = [...captured, ...(capturesThis ? ['this'] : [])];
  const values = names.map((name) => (name === 'this' ? '"this":this' : name)).join();
  const around = maker === null ? 'null' : `()=>({${values}})`;
  if (isArrow) {
    const told = `globalThis.${recordCall}(undefined,a,false,${around})`;
    const name = JSON.stringify(found.name);
    return insert(text, [
      {
        at: node.start,
        text: `((f)=>{const w=(...a)=>{${told};return f(...a)};return Object.defineProperties(w,{name:{value:${name}},length:{value:f.length}})})(`,
      },
      { at: node.end, text: ')' },
    ]);
  }
  const isConstructor = method?.['kind'] === 'constructor';
  // Before its super() there is no `this`.
  const hasThis = usesThis && !(isConstructor && home?.['superClass']);
  const self = hasThis ? (method?.['static'] ? staticThis(method) : 'this') : 'undefined';
  const told = `globalThis.${recordCall}(${self},arguments,new.target!==undefined,${around});`;
  return insert(text, [{ at: bodyStart(node), text: told }]);
}

/** The class itself can't be copied, and the module makes it again; another one can't be kept. */
function staticThis(method: SyntaxNode): string {
  if (method['computed']) return 'this';
  return `Object.hasOwn(this,${JSON.stringify(keyOf(method))})?undefined:this`;
}

/** After the directives, such as 'use strict'. */
function bodyStart(node: SyntaxNode): number {
  const body = node['body'] as SyntaxNode;
  const statements = body['body'] as SyntaxNode[];
  const last = statements.filter((each) => each['directive'] !== undefined).at(-1);
  return last ? last.end : body.start + 1;
}

/**
 * The text whose module hands out the function as it makes it. One that a function around makes is
 * handed out as a function that makes it of the values that it takes from there. Throws an Error with
 * a sentence where that can't be done.
 */
export function withHandOut(text: string, root: SyntaxNode, found: FoundFunction): string {
  const ends = [{ at: text.length, text: `\n;${classesText(root)}` }];
  const { node, method, home, maker } = found;
  if (method && home) return insert(text, [...methodOut(method, home), ...ends]);
  if (maker !== null)
    return insert(text, [...ends, { at: text.length, text: makerText(text, found) }]);
  if (node.type !== 'FunctionDeclaration') {
    return insert(text, [
      { at: node.start, text: `globalThis.${handOutCall}("function",(` },
      { at: node.end, text: '))' },
      ...ends,
    ]);
  }
  const name = nameOf(node['id']) || '__hotframeDefault';
  const naming = isNode(node['id'])
    ? []
    : [{ at: text.indexOf('(', node.start), text: ` ${name}` }];
  const out = { at: node.end, text: `;globalThis.${handOutCall}("function",${name});` };
  return insert(text, [...naming, out, ...ends]);
}

function methodOut(method: SyntaxNode, home: SyntaxNode): Insertion[] {
  const key = keyOf(method);
  if (method['computed']) {
    throw new Error('The name of this method is computed, so it can’t be found by its name.');
  }
  if (key.startsWith('#')) {
    throw new Error(
      `${key} is private: only code of its class can call it. Give the line of a method that calls it.`,
    );
  }
  const kind = JSON.stringify(method['kind']);
  const name = JSON.stringify(key);
  if (home.type === 'ObjectExpression') {
    return [
      { at: home.start, text: `globalThis.${handOutCall}("object",` },
      { at: home.end, text: `,${name},${kind})` },
    ];
  }
  const holder = method['static'] ? 'static' : 'class';
  const out = `static{globalThis.${handOutCall}("${holder}",this,${name},${kind})}`;
  return [{ at: home.end - 1, text: out }];
}

function makerText(text: string, { node, name, around, captured }: FoundFunction): string {
  if (usesPrivateNames(node)) {
    throw new Error(
      `${name || 'This function'} uses private names of its class, so it can’t be made outside of it. Give the line of the method around it.`,
    );
  }
  const source = text.slice(node.start, node.end);
  const parent = around.at(-1);
  const own = parent?.type === 'VariableDeclarator' ? nameOf(parent['id']) : '';
  const isOwn = own !== '' && captured.includes(own);
  const given = captured.filter((name) => name !== own).join();
  const made = isOwn ? `const ${own}=(${source});return ${own};` : `return (${source});`;
  return `;globalThis.${handOutCall}("maker",function({${given}}){${made}});`;
}

function usesPrivateNames(root: SyntaxNode): boolean {
  let uses = false;
  walk(root, (node) => (uses ||= node.type === 'PrivateIdentifier'));
  return uses;
}

/** Objects that were copied get their class back by these names. */
function classesText(root: SyntaxNode): string {
  const names = (root['body'] as SyntaxNode[]).flatMap((statement) => {
    const { declaration } = statement as { declaration?: unknown };
    return topNames(isNode(declaration) ? declaration : statement);
  });
  const entries = [...new Set(names)].map((name) => `${name}:()=>${name}`);
  return `globalThis.${classesCall}({${entries.join()}});`;
}

function topNames(statement: SyntaxNode): string[] {
  switch (statement.type) {
    case 'ClassDeclaration':
    case 'FunctionDeclaration':
      return boundNames(statement['id']);
    case 'VariableDeclaration':
      return (statement['declarations'] as SyntaxNode[]).flatMap(({ id }) => boundNames(id));
    case 'ImportDeclaration':
      return (statement['specifiers'] as SyntaxNode[]).flatMap(({ local }) => boundNames(local));
    default:
      return [];
  }
}

function insert(text: string, insertions: Insertion[]): string {
  let result = '';
  let from = 0;
  for (const { at, text: more } of [...insertions].sort((a, b) => a.at - b.at)) {
    result += text.slice(from, at) + more;
    from = at;
  }
  return result + text.slice(from);
}
