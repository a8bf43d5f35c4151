import { newId, type SystemNow } from '#kernel';
import type { SealedUpload } from '#contracts';
import { newBoxKeys, openSealed, sealTo } from './sealed-box.js';
import type { Vault } from './vault.js';

const DAY_MS = 86_400_000;
/** A pair is replaced at the first start after that. */
const RENEW_AFTER_MS = 30 * DAY_MS;
/** Pairs that still open: the newest and those before it, for uploads that are on their way. */
const KEPT = 3;

/** The public part of a pair. */
interface PublishedKey {
  readonly id: string;
  /** Base64, 32 bytes. */
  readonly public_key: string;
  readonly made_at: string;
}

/** Under the documents key: the gateway reads it there, and nobody without that key can put another one in its place. */
const PUBLISHED = 'upload-keys';
const privateName = (id: string): string => `upload-key/${id}`;

async function readPublished(documents: Vault, service: string): Promise<readonly PublishedKey[]> {
  const stored = await documents.get(service, PUBLISHED);
  return stored ? (JSON.parse(stored.toString()) as PublishedKey[]) : [];
}

/**
 * Seals an upload to a service, with the service's newest public key.
 * @throws where the service has published none yet: it has not started
 */
export async function sealUpload(
  documents: Vault,
  service: string,
  plain: Buffer,
  context: string,
): Promise<SealedUpload> {
  const [newest] = await readPublished(documents, service);
  if (!newest) throw new Error(`the service ${service} has published no key for uploads`);
  const sealed = sealTo(Buffer.from(newest.public_key, 'base64'), plain, context);
  return { key_id: newest.id, sealed: sealed.toString('base64') };
}

/** The pairs of a service that takes uploads: the private parts under the key of signing, the public parts published. */
export class UploadKeys {
  constructor(
    private readonly service: string,
    private readonly vaults: { readonly documents: Vault; readonly signing: Vault },
    private readonly now: SystemNow,
  ) {}

  /** Makes the first pair, or another one when the newest has grown old. Call it at each start. */
  async ensure(): Promise<void> {
    const [newest] = await readPublished(this.vaults.documents, this.service);
    const oldest = this.now().getTime() - RENEW_AFTER_MS;
    if (!newest || Date.parse(newest.made_at) < oldest) await this.renew();
  }

  /** Makes another pair, to which uploads are sealed from now on; the oldest of several opens no more. */
  async renew(): Promise<void> {
    const { service, now } = this;
    const { documents, signing } = this.vaults;
    const { publicKey, privateKey } = newBoxKeys();
    const made: PublishedKey = {
      ...{ id: newId(), public_key: publicKey.toString('base64') },
      made_at: now().toISOString(),
    };
    // Before it is published: nobody may seal to a key that is not stored.
    await signing.put(service, privateName(made.id), privateKey);
    const all = [made, ...(await readPublished(documents, service))];
    await documents.put(service, PUBLISHED, Buffer.from(JSON.stringify(all.slice(0, KEPT))));
    for (const { id } of all.slice(KEPT)) await signing.remove(service, privateName(id));
  }

  /** What was uploaded; undefined where the pair is gone, or it was sealed for something else. */
  async open({ key_id, sealed }: SealedUpload, context: string): Promise<Buffer | undefined> {
    const privateKey = await this.vaults.signing.get(this.service, privateName(key_id));
    if (!privateKey) return undefined;
    try {
      return openSealed(privateKey, Buffer.from(sealed, 'base64'), context);
    } catch {
      return undefined;
    }
  }
}
