// Shifts the clock of a process, for tests: node --import clock-skew.mjs. TIMBRA_TEST_CLOCK names a file that holds
// the offset in milliseconds; it is looked at again and again, so that the clock can be made to step.
import { readFileSync } from 'node:fs';

const file = process.env.TIMBRA_TEST_CLOCK;
const RealDate = Date;
const realNow = Date.now.bind(Date);
let offset = 0;

const look = () => {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    // Between its two writings the file may be empty or gone.
  }
};

if (file) {
  look();
  setInterval(look, 50).unref();
  const now = () => realNow() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, derived) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, derived),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}
