import { randomUUID } from 'node:crypto';
import { EventStoreDbDouble } from '#event-store/testing/eventstoredb/double';
import { Wire } from '#event-store/testing/eventstoredb/wire';

/** A server behind a wire of ours, so that it can refuse, hang and come back as a client sees it. */
export interface WiredStore {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly wire: Wire;
  stop(): Promise<void>;
}

/**
 * The double; or the server of EVENTSTOREDB_URL. Only a single node without TLS can have a wire in front of it: the nodes of
 * a cluster tell where they are themselves, and a certificate names its host. For those the double stands in.
 */
export async function wiredStore(url = process.env['EVENTSTOREDB_URL']): Promise<WiredStore> {
  const env = { TIMBRA_EVENT_STORE: 'eventstoredb', EVENTSTOREDB_PREFIX: `test-${randomUUID()}` };
  const [, host, port = '2113'] = /^esdb:\/\/([^,:/@?]+)(?::(\d+))?\/?\?tls=false$/.exec(url ?? '') ?? [];
  if (host === undefined) {
    const double = await EventStoreDbDouble.start();
    return {
      name: url ? 'the double, in the place of EVENTSTOREDB_URL' : 'the double',
      env: { ...env, EVENTSTOREDB_URL: double.url },
      wire: double.wire,
      stop: () => double.stop(),
    };
  }
  const wire = new Wire(() => Number(port), host);
  await wire.up();
  const wired = `esdb://127.0.0.1:${wire.port}?tls=false`;
  return {
    name: 'EVENTSTOREDB_URL',
    env: { ...env, EVENTSTOREDB_URL: wired },
    wire,
    stop: () => wire.down(),
  };
}
