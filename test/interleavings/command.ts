import { randomUUID } from 'node:crypto';
import { NOW } from '#apps/invoicing/src/invoice/testing';
import type { Command } from '#contracts';
import type { Tenant } from '#kernel';

/** A command of a tenant. The same id: the same one, delivered again. */
export const commandOf = (
  tenant: Tenant,
  type: string,
  key: string,
  data: unknown,
  id: string = randomUUID(),
): Command => ({ id, type, key, data, tenant, actor: 'test', correlationId: 'c', time: NOW.toISOString() });
