/** Names of programs below which no Node.js is in reach: waiting for a server there would be in vain. */
export const otherRuntimes =
  /^(python[\d.]*|ruby|php|java|go|cargo|dotnet|deno|bunx?|docker(-compose)?|podman|pm2)$/;
