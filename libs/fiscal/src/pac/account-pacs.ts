import type { PacName, PacsConfig } from '#hosting/config/pacs';

/**
 * Credentials of an account at each provider; absent: there are none of one's own. Null: there should be, and they can't be had.
 * Nobody else's take their place then: what one account has stamped, another one can't find or cancel.
 */
export interface PacCredentials {
  readonly sw?: { readonly user?: string; readonly password?: string; readonly token?: string } | null;
  readonly finkok?: { readonly user: string; readonly password: string } | null;
  readonly prodigia?: { readonly contract: string; readonly user: string; readonly password: string } | null;
}

/** What an organization says of its providers; what it leaves out, the installation says. */
export interface OrganizationPacs {
  /** Of Live, those whose manifest is signed; undefined: the installation's. */
  readonly order: readonly PacName[] | undefined;
  readonly credentials: PacCredentials;
  /** Under which they were kept: the same ones that are set again are others, as an adapter that gave up on them learns. */
  readonly ids?: { readonly [N in PacName]?: string };
  /** Whose sandbox stamps in Test; undefined: ours. */
  readonly testPac: PacName | undefined;
}

/** The organizations' own settings, opened. */
export interface OrganizationsPacs {
  of(organizationId: string): Promise<OrganizationPacs>;
}

export const NO_OWN_PACS: OrganizationPacs = { order: undefined, credentials: {}, testPac: undefined };

/** A provider's settings with whose credentials; undefined where there are none. */
export type SettingsOf<N extends PacName> = PacsConfig[N];

/**
 * Settings of one provider for an account: the organization's credentials where it has its own, else the installation's.
 * Undefined: there are none.
 */
export function settingsOf<N extends PacName>(
  name: N,
  config: PacsConfig,
  own: PacCredentials,
): SettingsOf<N> | undefined {
  return own[name] === null ? undefined : SETTINGS[name](config, own);
}

const SETTINGS: {
  readonly [N in PacName]: (config: PacsConfig, own: PacCredentials) => PacsConfig[N] | undefined;
} = {
  sw: ({ sw }, { sw: own }) => {
    const none = { user: undefined, password: undefined, token: undefined };
    const settings = own ? { ...sw, ...none, ...own } : sw;
    return settings.token || (settings.user && settings.password) ? settings : undefined;
  },
  finkok: ({ finkok }, { finkok: own }) => {
    const settings = { ...finkok, ...own };
    return settings.user && settings.password ? settings : undefined;
  },
  prodigia: ({ prodigia }, { prodigia: own }) => {
    const settings = { ...prodigia, ...own };
    return settings.contract && settings.user && settings.password ? settings : undefined;
  },
};
