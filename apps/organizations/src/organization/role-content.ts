import {
  field,
  findNearest,
  ok,
  refuse,
  refuseFields,
  tidyName,
  type Detail,
  type Refused,
  type Result,
} from '#kernel';
import {
  isOperation,
  OPERATIONS,
  ROLE_TEMPLATE_CODES,
  ROLE_TEMPLATES,
  templateOperations,
  type RoleContent,
  type RoleInput,
  type TeamRole,
} from '#contracts';

const MOST_LETTERS = 100;
const choices = OPERATIONS.map((word) => ({ word }));
const templates = ROLE_TEMPLATE_CODES.map((word) => ({ word }));

export const noContent: RoleContent = { name: '', template_code: null, add: [], remove: [] };

/** What a role is after a request: a list that is sent takes its operations out of the other, which is not. */
export function roleContent(sent: RoleInput, before: RoleContent): Result<RoleContent> {
  const template_code = sent.template_code === undefined ? before.template_code : sent.template_code;
  if (template_code !== null && !templateOperations(template_code)) return refuseTemplate(template_code);
  const name = sent.name === undefined ? before.name : tidyName(sent.name);
  const problems = [...nameProblems(name), ...listProblems(sent)];
  if (problems.length > 0) return refuseFields(problems);
  const without = (kept: readonly string[], taken: readonly string[] = []) =>
    kept.filter((operation) => !taken.includes(operation));
  const add = inOrder(sent.add ?? without(before.add, sent.remove));
  const remove = inOrder(sent.remove ?? without(before.remove, sent.add));
  return ok({ name, template_code, add, remove });
}

/** Refuses a name that another role has, whatever its case, or that says to be the administrator's. */
export function refuseTakenName(name: string, others: readonly TeamRole[]): Refused | undefined {
  const taken = [...others.map((role) => role.name), ...BUILT_IN_NAMES].some(
    (other) => foldName(other) === foldName(name),
  );
  if (!taken) return undefined;
  const message = {
    es: `La organización ya tiene un rol con el nombre "${name}".`,
    en: `The organization already has a role with the name "${name}".`,
  };
  const details = [field('name', 'not_allowed', { message })];
  return refuse('conflict', { path: 'name', location: 'body', details });
}

/** What the API calls the built-in role, and owners: a role of that name would deceive those who read lists. */
const BUILT_IN_NAMES = [
  ...Object.values(ROLE_TEMPLATES.find(({ code }) => code === 'org-admin')?.name ?? {}),
  ...['Propietario', 'Owner'],
];

/** Joints between letters, which some scripts need, don't make another name. */
const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase();

const inOrder = (operations: readonly string[]): readonly string[] =>
  OPERATIONS.filter((operation) => operations.includes(operation));

function nameProblems(name: string): Detail[] {
  if (foldName(name).trim() === '') return [field('name', 'required')];
  if ([...name].length <= MOST_LETTERS) return [];
  return [field('name', 'invalid_length', { params: { min: 1, max: MOST_LETTERS } })];
}

function listProblems({ add = [], remove = [] }: RoleInput): Detail[] {
  const unknown = Object.entries({ add, remove }).flatMap(([list, operations]) =>
    operations.flatMap((operation, index) =>
      isOperation(operation) ? [] : [unknownOperation(`${list}[${index}]`, operation)],
    ),
  );
  const both = remove.flatMap((operation, index) =>
    isOperation(operation) && add.includes(operation) ? [inBoth(`remove[${index}]`, operation)] : [],
  );
  return [...unknown, ...both];
}

/** What was meant is shown as it is sent. */
const quote = (text: string): string => JSON.stringify(text);

function unknownOperation(path: string, sent: string): Detail {
  const suggestion = findNearest(sent, choices);
  return field(
    path,
    'invalid_value',
    suggestion === undefined ? {} : { params: { suggestion: quote(suggestion) } },
  );
}

const inBoth = (path: string, operation: string): Detail =>
  field(path, 'not_allowed', {
    message: {
      es: `La operación "${operation}" está en "add" y en "remove". Envíela en una sola de las dos listas.`,
      en: `The operation "${operation}" is in both "add" and "remove". Send it in one of the two lists.`,
    },
  });

function refuseTemplate(sent: string): Refused {
  const suggestion = findNearest(sent, templates);
  const params = {
    values: ROLE_TEMPLATE_CODES.join(', '),
    ...(suggestion !== undefined && { suggestion: quote(suggestion) }),
  };
  const path = 'template_code';
  const details = [field(path, 'invalid_value', { params })];
  return refuse('role_template_not_found', { path, location: 'body', details });
}
