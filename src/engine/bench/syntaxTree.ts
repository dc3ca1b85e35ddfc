import { parse, type Node } from 'acorn';

/** A node of acorn's tree with its children by name, which its own types hide behind hundreds of unions. */
export type SyntaxNode = Node & Record<string, unknown>;

/** Parses the text that Node.js runs. Throws a SyntaxError for what is not JavaScript. */
export function parseModule(text: string, isModule: boolean): SyntaxNode {
  const common = {
    ecmaVersion: 'latest',
    allowHashBang: true,
    locations: true,
    allowReturnOutsideFunction: true,
  } as const;
  return parse(text, {
    ...common,
    sourceType: isModule ? 'module' : 'script',
  }) as unknown as SyntaxNode;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof (value as { type?: unknown } | null)?.type === 'string';
}

/** The child nodes in the order of their names. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

export function isFunction({ type }: SyntaxNode): boolean {
  return (
    type === 'FunctionDeclaration' ||
    type === 'FunctionExpression' ||
    type === 'ArrowFunctionExpression'
  );
}

/** Calls `visit` for each node with the nodes around it, outermost first. */
export function walk(
  root: SyntaxNode,
  visit: (node: SyntaxNode, around: readonly SyntaxNode[]) => void,
): void {
  const around: SyntaxNode[] = [];
  const enter = (node: SyntaxNode) => {
    visit(node, around);
    around.push(node);
    for (const child of childrenOf(node)) enter(child);
    around.pop();
  };
  enter(root);
}

/** The names that a pattern binds: `a` and `b` of `{ a, x: [b] }`. */
export function boundNames(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [pattern['name'] as string];
    case 'AssignmentPattern':
      return boundNames(pattern['left']);
    case 'RestElement':
      return boundNames(pattern['argument']);
    case 'Property':
      return boundNames(pattern['value']);
    case 'ArrayPattern':
      return (pattern['elements'] as unknown[]).flatMap(boundNames);
    case 'ObjectPattern':
      return (pattern['properties'] as unknown[]).flatMap(boundNames);
    default:
      return [];
  }
}
