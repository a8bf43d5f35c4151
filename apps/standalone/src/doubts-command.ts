import { parseArgs } from 'node:util';
import { StampingModule } from '#apps/stamping/src/stamping.module';
import { stampingService } from '#apps/stamping/src/service';
import { gatewayService } from '#apps/gateway/src/service';
import { StartupError } from '#hosting';
import { checkedId, forceDoubt, listDoubts } from './doubts.js';
import type { OperatorRuntime } from './operator.js';
import type { Hosted } from './operator-process.js';

const USAGE = `npm run -s doubts -- list [--organization ID]              documents that a PAC may have stamped, a line of JSON each
npm run -s doubts -- force ID --pac NAME --accept-risk     sends a document to another PAC although the first one may have stamped it`;

/** What a command does, and what a process has to host for it where commands stay in one process. */
export interface DoubtsCommand {
  readonly hosted: Hosted;
  readonly work: (runtime: OperatorRuntime) => Promise<void>;
}

/** Reading needs nobody. */
class NoHandlers {}
const READING: Hosted = { services: [gatewayService], module: NoHandlers };
const STAMPING: Hosted = { services: [stampingService, gatewayService], module: StampingModule };

/**
 * What the arguments ask for, checked before anything is opened.
 * @throws {StartupError} a sentence, and the usage
 */
export function readDoubtsCommand(args: readonly string[]): DoubtsCommand {
  const { command, id, organization, pac, acceptRisk } = readArguments(args);
  switch (command) {
    case 'list': {
      if (id !== undefined || pac !== undefined || acceptRisk) throw new StartupError(USAGE);
      const organizationId = organization === undefined ? undefined : checkedId(organization);
      return {
        hosted: READING,
        work: async (runtime) => (await listDoubts(runtime, organizationId)).forEach(print),
      };
    }
    case 'force': {
      if (id === undefined || pac === undefined || organization !== undefined) throw new StartupError(USAGE);
      const forcing = { documentId: checkedId(id), pac, acceptRisk };
      return { hosted: STAMPING, work: async (runtime) => print(await forceDoubt(runtime, forcing)) };
    }
    default:
      throw new StartupError(`There is no command "${command}".\n${USAGE}`);
  }
}

interface Arguments {
  readonly command: string;
  readonly id: string | undefined;
  readonly organization: string | undefined;
  readonly pac: string | undefined;
  readonly acceptRisk: boolean;
}

function readArguments(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        organization: { type: 'string' },
        pac: { type: 'string' },
        'accept-risk': { type: 'boolean', default: false },
      },
    });
    const [command, id, ...rest] = positionals;
    if (command === undefined || rest.length > 0) throw new StartupError(USAGE);
    const { organization, pac, 'accept-risk': acceptRisk } = values;
    return { command, id, organization, pac, acceptRisk };
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function print(line: object): void {
  console.log(JSON.stringify(line));
}
