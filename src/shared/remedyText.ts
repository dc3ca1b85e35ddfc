import type { Remedy } from './remedy.ts';

/** The rest of a sentence for a person at the command line. */
export function terminalRemedy(remedy: Remedy): string {
  switch (remedy.kind) {
    case 'choose-folder':
      return 'choose another with --cwd';
    case 'choose-node':
      return 'choose another binary with --node';
    case 'give-node-command':
      return 'give the node command itself, for example `hotframe run -- node server.js`';
    case 'longer-start':
      return 'allow more time with --start-timeout';
    case 'choose-server':
      return 'Say which one to load with --url and its whole URL.';
    case 'give-url':
      return `give ${remedy.what} with --url`;
    case 'check-request':
      switch (remedy.part) {
        case 'login':
          return 'Check --header: the server wants a login, such as a cookie or a token.';
        case 'path':
          return 'Check --url: the server has nothing there.';
        case 'all':
          return 'Check --url, --method, --header and --body.';
      }
    case 'allow-slow-answers':
      return 'If an answer may take so long, allow it with --timeout.';
    case 'find-awaited': {
      const option = remedy.orLonger === 'start' ? '--start-timeout' : '--timeout';
      return `check for what (a database, another service), or allow more time with ${option}`;
    }
    case 'longer-answers':
      return 'allow more time with -d and --timeout';
    case 'measure-longer':
      return `Measure for longer, with -d ${remedy.seconds}.`;
    case 'more-connections':
      return `More connections (-c ${remedy.connections}) may give it more to do.`;
    case 'longer-interval':
      return ', as does a longer --interval';
    case 'use-inspector':
      return 'sample with --sampler inspector';
    case 'attach-without-load':
      return 'attach without load (--no-load)';
    case 'confirm-host':
      return `say so with --confirm-host ${remedy.host}`;
    case 'load-another':
      return ` (--url${remedy.url === null ? '' : ` ${remedy.url}`} chooses another)`;
    case 'say-build':
      return "Say how with --build, for example --build 'npm run build'.";
    case 'change-build':
      return 'Give another build with --build';
  }
}

/** The same for the editor; empty if the editor offers nothing. */
export function editorRemedy(remedy: Remedy): string {
  switch (remedy.kind) {
    case 'choose-folder':
      return 'choose another';
    case 'choose-node':
      return 'choose another binary';
    case 'give-node-command':
      return 'give the node command itself, for example `node server.js`';
    case 'longer-start':
      return 'allow more time by the setting hotframe.startTimeout';
    case 'choose-server':
      return 'Choose the one to load.';
    case 'give-url':
      return `give ${remedy.what}`;
    case 'check-request':
      switch (remedy.part) {
        case 'login':
          return 'Check the headers: the server wants a login, such as a cookie or a token.';
        case 'path':
          return 'Check the path: the server has nothing there.';
        case 'all':
          return 'Check the path, method and body.';
      }
    case 'find-awaited': {
      const longer = ', or allow more time by the setting hotframe.startTimeout';
      return `check for what (a database, another service)${remedy.orLonger === 'start' ? longer : ''}`;
    }
    case 'longer-answers':
      return 'measure for longer';
    case 'measure-longer':
      return `Measure for ${remedy.seconds} s to have enough of them.`;
    case 'more-connections':
      return 'More connections may give it more to do.';
    case 'use-inspector':
      return 'choose inspector by the setting hotframe.sampler';
    case 'attach-without-load':
      return 'attach without load';
    case 'confirm-host':
      return 'run again and type its name';
    case 'say-build':
      return 'Say how to build it.';
    case 'change-build':
      return 'Change the build command';
    case 'allow-slow-answers':
    case 'longer-interval':
    case 'load-another':
      return '';
  }
}
