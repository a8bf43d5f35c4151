import { createHash } from 'node:crypto';
import { deterministicId, type Tenant } from '#kernel';
import type { ReadHead } from './head.js';

/**
 * The same for the same mail, which the provider may post again, and which may come by two ways: its Message-ID and its body.
 * The Message-ID by itself is not enough: some programs send every mail under one.
 */
export const mailIdOf = (
  { organizationId, livemode }: Tenant,
  raw: Buffer,
  { message_id, bodyAt }: Pick<ReadHead, 'message_id' | 'bodyAt'>,
): string =>
  deterministicId(
    ...['inbound-mail', organizationId, String(livemode), message_id ?? ''],
    createHash('sha256').update(raw.subarray(bodyAt)).digest('hex'),
  );
