import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * EventStoreDB's double as a process of its own.
 * @returns `{ url, calls, stop }`: a connection string, how often it was called so far by the kind of call, and its end
 */
export const startDouble = async () => {
  const child = fork(fileURLToPath(import.meta.url), ['--serve']);
  const ended = new Promise((settle) => child.once('exit', settle));
  const answer = () =>
    Promise.race([
      new Promise((settle) => child.once('message', settle)),
      ended.then(() => Promise.reject(new Error("EventStoreDB's double has ended"))),
    ]);
  const url = await answer();
  return {
    url,
    calls: () => {
      const calls = answer();
      child.send('calls');
      return calls;
    },
    stop: () => {
      child.disconnect();
      return ended;
    },
  };
};

if (process.argv.includes('--serve')) {
  const { EventStoreDbDouble } = await import('#event-store/testing/eventstoredb/double');
  const double = await EventStoreDbDouble.start();
  process.on('message', () => process.send(double.faults.calls));
  process.on('disconnect', () => process.exit(0));
  process.send(double.url);
}
