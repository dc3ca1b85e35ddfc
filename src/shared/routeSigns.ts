/**
 * Whether a source file may add routes to a server, by a few cheap searches over its text: the
 * editor asks this of each visible file, and parses only those that pass.
 */
export function mayHaveRoutes(text: string, path: string): boolean {
  if (text.length > maxLength || isTest(text, path)) return false;
  return (
    nextRoute.test(path) ||
    framework.test(text) ||
    (objects.test(text) && handlers.test(text)) ||
    (calls.test(text) && !isClient(text))
  );
}

/** Whether a file runs in a browser, where an `app` or a `router` is something else. */
export function isClient(text: string): boolean {
  return client.test(text);
}

/** A longer file was not written by a person. */
const maxLength = 1_000_000;

const nextRoute = /[\\/]app[\\/](?:.*[\\/])?route\.[cm]?[jt]sx?$|[\\/]pages[\\/]api[\\/]/;
const framework = importOf(
  'express|fastify|hono|polka|restify|restana|koa-router|find-my-way|routing-controllers|tsoa',
  '@(?:koa/router|hapi|hono|nestjs|loopback|tinyhttp)',
);
const objects = /\bmethod['"]?\s*:[[\s]*['"`](?:GET|POST|PUT|PATCH|DELETE|HEAD|\*)['"`]/i;
const handlers = /\bhandler\b/;
const calls =
  /(?:[aA]pp|[rR]outer|[rR]outes?|[sS]erver|[fF]astify|[hH]ono|[aA]pi|instance|scope)\s*\.\s*(?:get|post|put|delete|patch|head|options|all|del|any|on|route)\s*[(<]/;

const testImport = importOf(
  'node:test|vitest|supertest|mocha|chai|jest|ava|tap|tape|nock|msw|cypress|light-my-request',
  '@(?:jest|playwright|testing-library|cypress)',
);
const testCall = /^[ \t]*(?:describe|it|test|suite)(?:\.\w+)?\(\s*['"`]/m;
const testPath =
  /(?:\.(?:test|spec|cy|e2e|stories|bench)\.[cm]?[jt]sx?|[\\/](?:__tests__|__mocks__|cypress|node_modules)[\\/].*|\.min\.[cm]?js|\.d\.[cm]?ts)$/;
const client =
  /^['"]use client['"]|\b(?:from|require\()\s*['"](?:react|react-dom|vue|svelte|jquery|@angular|@inertiajs|@remix-run\/react|next\/(?:router|navigation))(?:\/[^'"]*)?['"]/m;

function isTest(text: string, path: string): boolean {
  return testPath.test(path) || testImport.test(text) || testCall.test(text);
}

/** An import of one of the packages, or of one in the scopes. */
function importOf(packages: string, scopes: string): RegExp {
  return new RegExp(
    String.raw`\b(?:from|import|require\()\s*['"](?:(?:${packages})(?:/[^'"]*)?|${scopes}(?:/[^'"]*)?)['"]`,
  );
}
