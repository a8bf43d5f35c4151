import { AddressRules, systemNow, type OwnPlaces } from '#kernel';
import { Sender, type Outgoing, type SenderOptions } from './send.js';

/** For specs: a sender that may call this machine's loopback, and has no ports of its own. */
export const NO_PLACES: OwnPlaces = {
  listensOn: () => false,
  talksTo: () => false,
  talksToNamed: () => false,
  isThisMachine: () => false,
};

/** For specs. */
export const makeSender = ({
  allow = ['127.0.0.0/8', '::1/128'],
  ...options
}: Partial<SenderOptions> & { readonly allow?: readonly string[] } = {}): Sender =>
  new Sender({
    rules: new AddressRules(allow, NO_PLACES),
    systemNow,
    version: '1.2.3',
    timeoutMs: 20_000,
    ...options,
  });

/** For specs: a request to a URL. */
export const outgoing = (url: string, rest: Partial<Outgoing> = {}): Outgoing => ({
  ...{ url, livemode: false, body: '{"id":"6743f1c2a1b2c3d4e5f60718"}' },
  headers: { 'Content-Type': 'application/json', 'webhook-id': '6743f1c2a1b2c3d4e5f60718' },
  ...rest,
});
