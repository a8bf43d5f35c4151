import type { FinkokSettings } from './finkok/settings.js';
import type { ProdigiaSettings } from './prodigia/settings.js';
import type { PacParts, RealPac } from './real.js';
import type { SwSettings } from './sw/settings.js';
import { FinkokPac } from './finkok/finkok-pac.js';
import { ProdigiaPac } from './prodigia/prodigia-pac.js';
import { SwPac } from './sw/sw-pac.js';

export type { FinkokSettings, ProdigiaSettings };

/** Settings by the provider's name, as TIMBRA_SW_*, TIMBRA_FINKOK_* and TIMBRA_PRODIGIA_* give them. */
export interface PacSettings {
  readonly sw: SwSettings;
  readonly finkok: FinkokSettings;
  readonly prodigia: ProdigiaSettings;
}

type Makers = { readonly [N in keyof PacSettings]: (settings: PacSettings[N], parts: PacParts) => RealPac };

/** One line for each adapter. */
const MAKERS: Makers = {
  sw: (settings, parts) => new SwPac(settings, parts),
  finkok: (settings, parts) => new FinkokPac(settings, parts),
  prodigia: (settings, parts) => new ProdigiaPac(settings, parts),
};

/** The adapter of a provider. Throws (TypeError) for a name that has none: settings are checked before. */
export function makePac<N extends keyof PacSettings>(
  name: N,
  settings: PacSettings[N],
  parts: PacParts,
): RealPac {
  if (!Object.hasOwn(MAKERS, name)) throw new TypeError(`there is no adapter for ${name}`);
  return MAKERS[name](settings, parts);
}
