/**
 * For the environment of a service, in tests that are not about overload: a machine that is slow makes it slow, and no
 * request is refused for it.
 */
export const NEVER_TOO_MUCH = { TIMBRA_MAX_LOOP_DELAY_MS: '0', TIMBRA_MAX_DATABASE_WAIT_MS: '0' } as const;

/** The same, and who creates an invoice is shown its stamp, however many others do. */
export const PATIENT = { ...NEVER_TOO_MUCH, TIMBRA_STAMP_WAIT_MS: '120000' } as const;
