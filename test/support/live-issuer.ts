import type { World } from '../doubles/index.js';
import { requestOf } from './request.js';

/** Who may make organizations, and where. */
export interface Host {
  readonly base_url: string;
  readonly user_key: string;
}

/**
 * From nothing: an organization with its legal data and a CSD of the doubles' authority, which lacks nothing for Live. Gives its Live
 * key.
 */
export async function makeLiveIssuer({ base_url, user_key }: Host, world: World): Promise<string> {
  const ask = async (method: string, path: string, key: string, body?: object): Promise<Answered> => {
    const response = await fetch(base_url + path, requestOf(method, { key, body }));
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Answered;
  };
  const made = await ask('POST', '/organizations', user_key, { name: 'Escuela' });
  if (typeof made === 'string') throw new Error('no organization');
  const key = await ask('PUT', `/organizations/${made.id}/apikeys/live`, user_key);
  if (typeof key !== 'string') throw new Error('no Live key');
  const legal = { name: 'Escuela', legal_name: 'ESCUELA KEMPER URGATE', tax_system: '601' };
  await ask('PUT', '/organizations/me/legal', key, { ...legal, address: { zip: '42501' } });
  const csd = world.issue({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE' });
  const form = new FormData();
  form.append('cer', new Blob([new Uint8Array(csd.cer)]), 'csd.cer');
  form.append('key', new Blob([new Uint8Array(csd.key)]), 'csd.key');
  form.append('password', csd.password);
  const ready = await ask('PUT', '/organizations/me/certificate', key, form);
  if (typeof ready === 'string' || ready.is_production_ready !== true)
    throw new Error(`The organization is not ready: ${JSON.stringify(ready)}`);
  return key;
}

type Answered = string | { readonly id: string; readonly is_production_ready?: boolean };
