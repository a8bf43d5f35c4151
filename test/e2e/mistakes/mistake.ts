import type { CallOptions, TestApp } from '../../support/app.js';

/** A request that a new user sends by mistake. */
export interface Asked {
  /** Method and path below /v2. */
  readonly request: string;
  readonly body?: unknown;
  readonly options?: CallOptions;
  /** Ids that differ from run to run, by the name that the page shows them by. */
  readonly ids?: Readonly<Record<string, string>>;
}

export interface Mistake {
  /** What went wrong, as a heading of the page. */
  readonly name: string;
  /** Makes what the request needs, and gives it. */
  readonly ask: (app: TestApp) => Asked | Promise<Asked>;
}

export interface Chapter {
  readonly title: string;
  readonly mistakes: readonly Mistake[];
}

/** A mistake that needs nothing to be there. */
export const mistake = (name: string, request: string, body?: unknown, options?: CallOptions): Mistake => ({
  name,
  ask: () => ({ request, ...(body !== undefined && { body }), ...(options && { options }) }),
});

/** One about something that is made first. */
export const mistakeAbout = (name: string, ask: Mistake['ask']): Mistake => ({ name, ask });
