import type { World } from '../doubles/index.js';
import { requestOf } from './request.js';

/** Who may make organizations, and where. */
export interface Host {
  readonly base_url: string;
  readonly user_key: string;
}

/** Whom an organization is of; `fiel`: whether it has uploaded its FIEL, too. */
export interface LiveTaxpayer {
  readonly rfc: string;
  readonly name: string;
  readonly zip: string;
  readonly fiel?: boolean;
}
const KEMPER: LiveTaxpayer = { rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE', zip: '42501' };

/**
 * From nothing: an organization with its legal data and a CSD of the doubles' authority, which lacks nothing for Live. Gives its Live
 * key.
 */
export async function makeLiveIssuer(
  { base_url, user_key }: Host,
  world: World,
  { rfc, name, zip, fiel = false }: LiveTaxpayer = KEMPER,
): Promise<string> {
  const ask = async (method: string, path: string, key: string, body?: object): Promise<Answered> => {
    const response = await fetch(base_url + path, requestOf(method, { key, body }));
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as Answered;
  };
  const made = await ask('POST', '/organizations', user_key, { name: 'Escuela' });
  if (typeof made === 'string') throw new Error('no organization');
  const key = await ask('PUT', `/organizations/${made.id}/apikeys/live`, user_key);
  if (typeof key !== 'string') throw new Error('no Live key');
  const legal = { name: 'Escuela', legal_name: name, tax_system: '601' };
  await ask('PUT', '/organizations/me/legal', key, { ...legal, address: { zip } });
  if (fiel) await ask('PUT', '/organizations/me/fiel', key, formOf(world.issue({ rfc, name, fiel })));
  const ready = await ask('PUT', '/organizations/me/certificate', key, formOf(world.issue({ rfc, name })));
  if (typeof ready === 'string' || ready.is_production_ready !== true)
    throw new Error(`The organization is not ready: ${JSON.stringify(ready)}`);
  return key;
}

function formOf({ cer, key, password }: ReturnType<World['issue']>): FormData {
  const form = new FormData();
  form.append('cer', new Blob([new Uint8Array(cer)]), 'certificate.cer');
  form.append('key', new Blob([new Uint8Array(key)]), 'certificate.key');
  form.append('password', password);
  return form;
}

type Answered = string | { readonly id: string; readonly is_production_ready?: boolean };
