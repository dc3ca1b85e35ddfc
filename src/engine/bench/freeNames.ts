import { boundNames, childrenOf, isFunction, isNode, type SyntaxNode } from './syntaxTree.ts';

/**
 * The names that a part of a text uses and does not declare, with whether it uses `this` of around it.
 *
 * @param more what belongs to it beside its root, such as the parameters of a body
 */
export function freeNames(
  root: SyntaxNode,
  more: unknown = [],
): { names: Set<string>; usesThis: boolean } {
  const used = new Set<string>();
  const own = new Set<string>();
  let usesThis = false;
  const enter = (node: SyntaxNode, isOwnThis: boolean) => {
    for (const name of declaredBy(node)) own.add(name);
    if (node.type === 'ThisExpression' || node.type === 'Super') usesThis ||= !isOwnThis;
    if (node.type === 'Identifier') used.add(node['name'] as string);
    const bindsThis = isFunction(node) && node.type !== 'ArrowFunctionExpression';
    for (const child of namingChildren(node)) enter(child, isOwnThis || bindsThis);
  };
  for (const node of [root, ...(more as SyntaxNode[])]) enter(node, false);
  const names = new Set([...used].filter((name) => !own.has(name) && name !== 'arguments'));
  return { names, usesThis };
}

/** The names that hold values which a function around declares, and that are thus no names of the module. */
export function namesOfScopes(around: readonly SyntaxNode[]): Set<string> {
  const names = new Set<string>();
  const outermost = around.findIndex(isFunction);
  if (outermost < 0) return names;
  for (const scope of around.slice(outermost)) {
    // The name of a declared function is one of the scope around it.
    const own = { ...scope, ...(scope.type === 'FunctionDeclaration' ? { id: null } : {}) };
    for (const name of declaredBy(own as SyntaxNode)) names.add(name);
    for (const child of childrenOf(scope)) addVariables(child, names);
  }
  return names;
}

/** Variables declared somewhere below, but not within another function. */
function addVariables(node: SyntaxNode, names: Set<string>): void {
  if (isFunction(node)) {
    if (node.type === 'FunctionDeclaration') addAll(names, boundNames(node['id']));
    return;
  }
  if (node.type === 'ClassDeclaration') return addAll(names, boundNames(node['id']));
  if (node.type === 'VariableDeclarator') addAll(names, boundNames(node['id']));
  for (const child of childrenOf(node)) addVariables(child, names);
}

function addAll(names: Set<string>, more: readonly string[]): void {
  for (const name of more) names.add(name);
}

function declaredBy(node: SyntaxNode): string[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [...boundNames(node['id']), ...(node['params'] as unknown[]).flatMap(boundNames)];
    case 'ClassDeclaration':
    case 'ClassExpression':
    case 'VariableDeclarator':
      return boundNames(node['id']);
    case 'CatchClause':
      return boundNames(node['param']);
    default:
      return [];
  }
}

/** The children in which an identifier is the name of a value, and not of a property or a label. */
function namingChildren(node: SyntaxNode): SyntaxNode[] {
  switch (node.type) {
    case 'MemberExpression':
      return node['computed'] ? childrenOf(node) : [node['object']].filter(isNode);
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return [node['computed'] ? node['key'] : null, node['value']].filter(isNode);
    case 'LabeledStatement':
      return [node['body']].filter(isNode);
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return [];
    default:
      return childrenOf(node);
  }
}
