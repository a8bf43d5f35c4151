import { isDeepStrictEqual } from 'node:util';
import { field, ok, refuseFields, type Result } from '#kernel';
import {
  ORGANIZATION_PACS,
  type DroppedCredentials,
  type KeptCredentials,
  type Manifest,
  type OfPacs,
  type OrganizationPac,
  type OrganizationPacsEvent,
  type PacSettings,
  type PacSettingsInput,
  type PacsInForce,
} from '#contracts';

export interface SetPacs {
  readonly type: 'set-pacs';
  readonly changes: PacSettingsInput;
  /** The PACs that the installation has credentials for. */
  readonly installed: readonly OrganizationPac[];
  readonly at: string;
}

/**
 * Other settings of PACs. What is not named stays. Refused where Test would stamp at a PAC that nobody has credentials for:
 * documents would go elsewhere without a word. The order of Live may name such a PAC: it is left out until it has some.
 */
export function decidePacs(
  { changes, installed, at }: SetPacs,
  state: PacsInForce,
): Result<readonly OrganizationPacsEvent[]> {
  const { number, ...before } = state;
  const after: PacSettings = {
    order: changes.order ?? before.order,
    pac: changes.pac ?? before.pac,
    credentials: merge(before.credentials, changes.credentials ?? {}),
    manifests: merge(before.manifests, manifestsOf(before.manifests, changes.manifests ?? {}, at)),
  };
  const { pac } = after;
  if (pac !== 'sandbox' && !after.credentials[pac] && !installed.includes(pac))
    return refuseFields([field(`credentials.${pac}`, 'required', { message: NEEDS_CREDENTIALS })]);
  if (isDeepStrictEqual(after, before)) return ok([]);
  const dropped = droppedOf(before.credentials, after.credentials);
  return ok([{ type: 'PacsSet', data: { ...after, number: number + 1, dropped, at } }]);
}

const NEEDS_CREDENTIALS = {
  es: 'Faltan las credenciales del PAC con cuyo ambiente de pruebas timbra la organización.',
  en: 'The credentials of the PAC in whose sandbox the organization stamps are missing.',
};

/** The settings after an event. */
export function evolvePacs(_state: PacsInForce, { data }: OrganizationPacsEvent): PacsInForce {
  const { number, order, pac, credentials, manifests } = data;
  return { number, order, pac, credentials, manifests };
}

/** A manifest that was signed here stays so, whoever declares it again. */
const manifestsOf = (
  before: OfPacs<Manifest>,
  said: NonNullable<PacSettingsInput['manifests']>,
  at: string,
): OfPacs<Manifest | null> =>
  byPac((pac) => {
    const word = said[pac];
    if (word === undefined || word === false) return word === undefined ? undefined : null;
    const known = before[pac];
    if (word === 'declared') return known ?? { signed: true, by: word, at };
    // Signed again with the same FIEL it is the same, so that a request that comes twice tells of one.
    const same = known?.by === word.by && known.certificate === word.certificate;
    return same ? known : { signed: true, ...word, at };
  });

/** Values of each PAC with others over them; null takes one away. */
const merge = <Value>(before: OfPacs<Value>, changes: OfPacs<Value | null>): OfPacs<Value> =>
  byPac((pac) => (changes[pac] === undefined ? before[pac] : (changes[pac] ?? undefined)));

function droppedOf(
  before: OfPacs<KeptCredentials>,
  after: OfPacs<KeptCredentials>,
): readonly DroppedCredentials[] {
  return ORGANIZATION_PACS.flatMap((pac) => {
    const id = before[pac]?.id;
    return id === undefined || id === after[pac]?.id ? [] : [{ pac, id }];
  });
}

/** What a function has for each PAC, where it has something. */
function byPac<Value>(find: (pac: OrganizationPac) => Value | undefined): OfPacs<Value> {
  const found = ORGANIZATION_PACS.flatMap((pac) => {
    const value = find(pac);
    return value === undefined ? [] : [[pac, value] as const];
  });
  return Object.fromEntries(found);
}
