import type { Random } from './random.js';
import { wildText, wildValue } from './values.js';

type Container = Record<string, unknown> | unknown[];

/** Every place of a value: what holds it, and its key there. */
function placesOf(
  value: unknown,
  found: [Container, string | number][] = [],
): [Container, string | number][] {
  if (typeof value !== 'object' || value === null) return found;
  const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  for (const key of keys) {
    found.push([value as Container, key]);
    placesOf((value as Record<string | number, unknown>)[key], found);
  }
  return found;
}

/** The value with one thing changed that makes it most likely wrong. What was given stays as it is. */
export function changeOne(random: Random, given: unknown): unknown {
  const value = structuredClone(given);
  const places = placesOf(value);
  if (places.length === 0) return wildValue(random);
  const [container, key] = random.pick(places);
  const at = container as Record<string | number, unknown>;
  switch (random.int(0, 9)) {
    case 0:
      if (Array.isArray(container)) container.splice(Number(key), 1);
      else Reflect.deleteProperty(at, key);
      break;
    case 1:
      at[key] = null;
      break;
    case 2:
      at[key] = wildText(random);
      break;
    case 3:
      at[key] = [at[key]];
      break;
    case 4:
      at[key] = { value: at[key] };
      break;
    case 5:
      at[key] = typeof at[key] === 'string' ? `${at[key]}${at[key]}x` : String(at[key]);
      break;
    case 6:
      if (Array.isArray(container)) container.push(...Array.from({ length: 120 }, () => at[key]));
      else at[random.pick(['extra', 'id', 'constructor', 'toString', 'livemode'])] = 1;
      break;
    case 7:
      at[key] = typeof at[key] === 'number' ? -at[key] : random.pick([1e13, 0.0000001, -1, 0]);
      break;
    default:
      at[key] = wildValue(random);
  }
  return value;
}

const BROKEN = ['{', '{"a":1,}', "{'a':1}", '[1,2', 'nul', '{"a":1}{"b":2}', '"', '\u0000', '{"a":01}'];

/** The bytes of a body that is no proper JSON, or is but only just. */
export function twist(random: Random, json: string): Buffer {
  switch (random.int(0, 9)) {
    case 0:
      return Buffer.from(random.pick(BROKEN));
    case 1:
      return Buffer.from(json.slice(0, random.int(0, json.length)));
    case 2:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(json)]);
    case 3:
      return Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}')]);
    case 4:
      return Buffer.from(json.replace(/^\{"(\w+)":/, '{"$1":null,"$1":[],"$1":'));
    case 5:
      return Buffer.from(json.replace(/:(-?[\d.]+)/, ':$11234567890123456789.123456789'));
    case 6:
      return Buffer.from(json.replace(/:(-?[\d.]+)/, random.pick([':1e400', ':-1e-400', ':0.1e1', ':-0'])));
    case 7:
      return Buffer.from(json.replace(/^\{/, '{"__proto__":{"status":"x"},"constructor":{"prototype":{}},'));
    case 8: {
      const depth = random.pick([60, 64, 65, 1000, 100_000]);
      return Buffer.from('[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2));
    }
    default:
      return Buffer.from(json.replace(/"(\w+)":/, '"\\ud800$1\\u0000":'), 'utf8');
  }
}
