import { AuditLog } from '#apps/gateway/src/audit/audit-log';
import { startSmallApi, type Answer, type SmallApi, type TestOrganization } from '../../support/small-api.js';
import { afterAll, beforeAll, beforeEach, expect } from '../../support/story.js';

/** For stories of the audit log: the service, and a new organization with its owner before each test. */
export interface Stage {
  readonly api: SmallApi;
  /** A User key. */
  readonly owner: string;
  readonly organization: TestOrganization;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- entries as they are answered
export type Entry = any;

export function useStage(): Stage {
  const stage: { -readonly [Name in keyof Stage]?: Stage[Name] } = {};
  beforeAll(async () => {
    stage.api = await startSmallApi();
  });
  afterAll(() => stage.api?.close());
  beforeEach(async () => {
    const { api } = stage as Stage;
    stage.owner = await api.newUser();
    stage.organization = await api.newOrganization(stage.owner);
  });
  return stage as Stage;
}

export const pathOf = ({ organization }: Stage, query = ''): string =>
  `/organizations/${organization.id}/audit-log${query}`;

/** The entries that an organization's owner sees, once all is written. */
export async function logOf(stage: Stage, query = ''): Promise<Entry[]> {
  await stage.api.get(AuditLog).settle();
  const { status, body } = await stage.api.call(stage.owner, `GET ${pathOf(stage, query)}`);
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data as Entry[];
}

/** The same, without what made the organization. */
export const newIn = async (stage: Stage, query = ''): Promise<Entry[]> => {
  const entries = await logOf(stage, query);
  return entries.slice(0, -2);
};

export const told = ({ operation, outcome }: Entry): string => `${operation} ${outcome}`;

export const refusalOf = ({ status, body }: Answer): unknown[] => [
  ...[status, body.code],
  ...(body.errors ?? []).map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
];
