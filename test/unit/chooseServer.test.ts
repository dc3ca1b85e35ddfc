import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseServer, type Candidate } from '../../src/engine/serving/chooseServer.ts';

/** A server on a port, in a process so many steps below the launched one, with what it says. */
function candidate(port: number, steps: number, says: string, pid = steps): Candidate {
  return {
    place: { scheme: 'http', host: '127.0.0.1', port, socketPath: null },
    answer: { status: 200, contentType: 'text/plain', bodyHash: says, beginning: says },
    owner: { pid, steps },
  };
}

test('of servers that answer alike, chooses the one in the process closest to the command', () => {
  const upstream = candidate(4000, 1, 'upstream');
  const app = candidate(3000, 0, 'app');
  assert.deepEqual(chooseServer([upstream, app], '/', []), {
    ...{ kind: 'chosen', candidate: app, isSure: true, others: [upstream] },
  });
});

test('leaves the port that a person or the environment names before what is closest', () => {
  const upstream = candidate(4000, 1, 'upstream');
  const choice = chooseServer([candidate(3000, 0, 'app'), upstream], '/', [4000]);
  assert.equal(choice.kind === 'chosen' && choice.candidate, upstream);
});

test('names the first where one process has several, and none where several have one each', () => {
  const [shop, office] = [candidate(1, 2, 'shop', 7), candidate(2, 2, 'office', 7)];
  const far = candidate(3, 3, 'upstream');
  assert.deepEqual(chooseServer([far, shop, office], '/', []), {
    ...{ kind: 'unclear', candidates: [far, shop, office], first: shop },
  });
  const other = candidate(2, 2, 'office', 8);
  assert.deepEqual(chooseServer([shop, other], '/', []), {
    ...{ kind: 'unclear', candidates: [shop, other], first: null },
  });
});

test('takes the same service on two ports for one, over HTTP where it has that', () => {
  const secure = candidate(443, 0, 'page');
  secure.place.scheme = 'https';
  const plain = candidate(80, 0, 'page');
  const choice = chooseServer([secure, plain], '/', []);
  assert.equal(choice.kind === 'chosen' && choice.candidate, plain);
});
