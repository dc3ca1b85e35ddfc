'use strict';

let offset = 3;
const counts = { calls: 0 };

class Account {
  static rate = 2;
  balance = 10;

  static total(list) {
    return list.reduce((sum, each) => sum + each * this.rate, 0);
  }

  static of(list) {
    return new Account(list);
  }

  constructor(list) {
    this.list = list;
  }

  get sum() {
    return this.list.reduce((sum, each) => sum + each, this.balance);
  }

  set limit(limit) {
    this.kept = this.list.filter((each) => each < limit).length;
  }

  callHidden() {
    return this.#hidden(this.list);
  }

  #hidden(list) {
    return list.reduce((sum, each) => sum + each, 1);
  }

  inField = (list) => list.reduce((sum, each) => sum + each, this.balance);

  static inStaticField = (list) => list.reduce((sum, each) => sum + each, 0);

  *[Symbol.iterator]() {
    for (const each of this.list) yield each;
  }

  ['computed'](list) {
    return list.length;
  }
}

class Plain {
  constructor(list) {
    this.list = list;
  }

  repeats(list) {
    return this.once(list) + this.once(this.list);
  }

  once(list) {
    return list.reduce((sum, each) => sum + each, 0);
  }
}

class Secret {
  #key = 5;

  withKey(list) {
    return list.reduce((sum, each) => sum + each * this.#key, 0);
  }
}

class Extended extends Account {
  constructor(list) {
    super(list);
    this.doubled = list.map((each) => each * 2);
  }

  doubleSum() {
    return super.sum * 2;
  }
}

function readsModuleState(list) {
  counts.calls++;
  return list.reduce((sum, each) => sum + each, offset);
}

function countsUp(list) {
  offset = (offset + 1) % 5;
  return list.length + offset;
}

function closesOver(list, limit) {
  let seen = 0;
  const isBelow = (each) => {
    seen++;
    return each < limit;
  };
  return list.filter(isBelow).length + seen;
}

function withHandler(list, handler) {
  return list.reduce((sum, each) => sum + handler(each), 0);
}

function makeAdder(step) {
  return (list) => list.reduce((sum, each) => sum + each + step, 0);
}

function makeWriter(log) {
  return (list) => {
    log(list.length);
    return list.length;
  };
}

function alwaysThrows(list) {
  throw new RangeError(`too long: ${list.length}`);
}

function mutates(list, out) {
  for (const each of list) out.push(each * 2);
  return out.length;
}

function usesThis(list) {
  return list.reduce((sum, each) => sum + each * this.factor, 0);
}

const object = {
  factor: 3,
  usesThis,
  get half() {
    return this.factor / 2;
  },
  method(list) {
    return list.reduce((sum, each) => sum + each * this.factor, 0);
  },
};

function byCallback(each) {
  return each % 7;
}

function Legacy(list) {
  this.list = list;
}

Legacy.prototype.sum = function (list) {
  return list.reduce((sum, each) => sum + each, this.list.length);
};

exports.viaExports = function (list) {
  return list.reduce((sum, each) => sum + each, 0);
};

const usesEval = (list) => (0, eval)('1') + list.length;

function spread(...rest) {
  return rest.reduce((sum, each) => sum + each, 0);
}

function byName({ list, start = 1 }) {
  return list.reduce((sum, each) => sum + each, start);
}

function returnsFunction(list) {
  return () => list.length;
}

function onRequest(request) {
  return request.url.length;
}

function returnsProxy(list) {
  return new Proxy({ first: list[0] }, { get: (of, key) => of[key] ?? list.length });
}

function takesProxy(proxy) {
  return proxy.length;
}

function throwsOnOdd(list, number) {
  if (number % 2 === 1) throw new RangeError(`odd: ${number}`);
  return list.length + number;
}

function goesDeep(depth) {
  return depth === 0 ? 0 : 1 + goesDeep(depth - 1);
}

function* neverTaken(list) {
  yield* list;
}

function* endless(list) {
  for (let i = 0; ; i++) yield list[i % list.length];
}

exports.all = (list, request) => {
  const account = Account.of(list);
  account.limit = 100;
  let thrown = 0;
  for (const number of [0, 1]) {
    try {
      throwsOnOdd(list, number);
    } catch {
      thrown++;
    }
  }
  try {
    alwaysThrows(list);
  } catch {
    thrown++;
  }
  return [
    Account.total(list),
    account.sum,
    account.callHidden(),
    account.inField(list),
    Account.inStaticField(list),
    [...account].length,
    account.computed(list),
    new Plain(list).repeats(list),
    new Secret().withKey(list),
    new Extended(list).doubleSum(),
    readsModuleState(list),
    countsUp(list),
    closesOver(list, 50),
    withHandler(list, (each) => each + 1),
    makeAdder(2)(list),
    makeWriter(() => {})(list),
    thrown,
    mutates(list, []),
    usesThis.call({ factor: 2 }, list),
    object.method(list) + object.half,
    list.map(byCallback).length,
    new Legacy(list).sum(list),
    exports.viaExports(list),
    usesEval(list),
    spread(...list),
    byName({ list }),
    returnsFunction(list)(),
    onRequest(request),
    sorted(list),
    returnsProxy(list).first,
    takesProxy(returnsProxy(list)),
    goesDeep(3_000),
    typeof neverTaken(list) === 'object' ? 1 : 0,
    endless(list).next().value,
  ];
};

function sorted(list) {
  return [...list].sort(function descending(a, b) {
    return b - a;
  })[0];
}

Object.assign(exports, { Account, object });
