import type { LoadRequest } from '../../shared/runOptions.ts';

export interface StarterOptions {
  launch: { label: string; isTyped: boolean; command: string[] } | null;
  requests: LoadRequest[];
  connections: number;
  durationS: number;
  warmupS: number;
}

/** Headers that don't identify the sender. Others may be secrets, which don't belong in a project's file. */
const harmless = /^(accept(-.+)?|content-type|user-agent)$/i;

/** The text of a scenario file with one scenario, and comments on what else it may hold. */
export function scenarioStarter(options: StarterOptions): string {
  const { launch, requests, connections, durationS, warmupS } = options;
  const start = launch && (launch.isTyped ? launch.command : launch.label);
  const [first, ...others] = requests.map(requestText);
  return `// Scenarios of Hotframe: what is started, and what is sent to it. Ctrl+Space lists what is possible.
{
  "scenarios": {
    "main": {
      // A script, a launch configuration, or a command as ["node", "server.js"].${
        start === null ? '' : `\n      "launch": ${JSON.stringify(start)},`
      }
      "connections": ${connections},
      "duration": ${durationS},
      "warmup": ${warmupS},

      // Sent once before the load, to log in. Cookies are kept, and what is captured from a JSON
      // answer is {{token}} in later requests. \${env:NAME} is a variable of the environment.
      // "setup": [   {     "method": "POST",     "path": "/login",     "body": { "user": "ann",
      // "password": "\${env:SHOP_PASSWORD}" },     "capture": { "token": "/token" }   } ],
      // "headers": { "authorization": "Bearer {{token}}" },

      // A request with "weight": 3 is sent three times as often as one without.
      "requests": [
${[first ?? '        { "path": "/" }', ...others].join(',\n')}
      ]

      // Or requests of a file: "har", "http" or "openapi", with its path from the folder
      // that .vscode is in.
    }
  }
}
`;
}

function requestText({ method, path, headers, body }: LoadRequest): string {
  const kept = Object.entries(headers).filter(([name]) => harmless.test(name));
  const request = {
    ...(method === 'GET' ? {} : { method }),
    path,
    ...(kept.length > 0 ? { headers: Object.fromEntries(kept) } : {}),
    ...(body === undefined || body === '' ? {} : { body: jsonOrText(body) }),
  };
  const text = JSON.stringify(request, null, 2);
  return text.length > 80 ? indented(text) : `        ${text.replaceAll(/\n\s*/g, ' ')}`;
}

function jsonOrText(body: string): unknown {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null ? json : body;
  } catch {
    return body;
  }
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '        ');
}
