import { follow } from './follow.mjs';
import { makeForwarder } from './forward.mjs';
import { makeLanes } from './lanes.mjs';
import { signedHeaders } from './sign.mjs';
import { painter, timeOf } from './terminal.mjs';

/** Forwards under way at one time, and events that wait for theirs: beyond that the stream is not read. */
const LIMITS = { atOnce: 8, waiting: 64 };
/** How long an end waits for forwards that are under way. */
const LINGER_MS = 2_000;

/**
 * @typedef {object} ListenOptions
 * @property {import('./settings.mjs').Settings} settings
 * @property {URL | undefined} target undefined: events are shown only
 * @property {string} secret
 * @property {boolean} isSecretGiven
 * @property {readonly string[]} types
 * @property {string | undefined} since
 * @property {boolean} printJson each event's JSON on standard output, everything else on standard error
 * @property {boolean} verify
 * @property {AbortSignal} signal
 */

/**
 * Receives events until the signal says so, forwards each and shows a line for it.
 *
 * @param {ListenOptions} options
 */
export async function listen(options) {
  const { settings, target, secret, types, since, printJson, signal } = options;
  const out = printJson ? process.stderr : process.stdout;
  const paint = painter(out, process.env);
  /** @param {string} text */
  const say = (text) => void out.write(`${text}\n`);
  const forwarder = target && makeForwarder(target, options);
  const lanes = makeLanes(LIMITS);
  const counts = { received: 0, delivered: 0, failed: 0 };

  /** @param {import('./follow.mjs').ToldEvent} event */
  const handle = async ({ id, type, body }) => {
    const time = paint('dim', timeOf(new Date()));
    if (!forwarder) return say(`${time}  ${type}  ${paint('dim', id)}`);
    const seconds = Math.floor(Date.now() / 1000);
    const { status, error, ms } = await forwarder.forward(body, signedHeaders({ id, body, secret, seconds }));
    const isDelivered = status !== undefined && status >= 200 && status < 300;
    counts[isDelivered ? 'delivered' : 'failed'] += 1;
    const result = paint(isDelivered ? 'green' : 'red', String(status ?? error ?? 'failed'));
    say(`${time}  ${type}  ${paint('dim', id)}  → ${result} (${ms} ms)`);
  };

  say(
    target
      ? `Events of Test are forwarded to ${target.href}`
      : 'Events of Test are shown (--forward-to forwards them)',
  );
  if (target && !options.isSecretGiven) say(`Signing secret of this run: ${paint('bold', secret)}`);
  try {
    await follow({
      ...{ settings, types, since, signal },
      onReady: (again) =>
        say(
          paint('green', again ? 'Connected again: nothing was missed' : `Listening to ${settings.apiUrl}`),
        ),
      onLost: (reason) => say(paint('yellow', `Connection lost (${reason}): trying again…`)),
      onGap: () => say(paint('yellow', 'Events are missing here: they are no longer kept')),
      onEvent: async (event) => {
        counts.received += 1;
        if (printJson) process.stdout.write(`${event.body}\n`);
        await lanes.add(laneOf(event), () => handle(event));
      },
    });
  } finally {
    await Promise.race([
      lanes.drain(),
      new Promise((resolve) => void setTimeout(resolve, LINGER_MS).unref()),
    ]);
    forwarder?.close();
  }
  const { received, delivered, failed } = counts;
  say(`\nStopped: ${received} received${target ? `, ${delivered} delivered, ${failed} failed` : ''}`);
}

/** Events of one resource are forwarded one after the other. @param {import('./follow.mjs').ToldEvent} event */
function laneOf({ id, body }) {
  try {
    const resource = JSON.parse(body)?.data?.object?.id;
    return typeof resource === 'string' ? resource : id;
  } catch {
    return id;
  }
}
