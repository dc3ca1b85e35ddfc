/** Programs that start no Node.js below them: waiting for a server there would be in vain. */
export const otherRuntimes =
  /^(python[\d.]*|ruby|php|java|go|cargo|dotnet|deno|bunx?|docker(-compose)?|podman|pm2)$/;
