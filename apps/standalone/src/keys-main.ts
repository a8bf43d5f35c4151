import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { OrganizationsModule } from '#apps/organizations/src/organizations.module';
import { organizationsService } from '#apps/organizations/src/service';
import { gatewayService } from '#apps/gateway/src/service';
import {
  HostingModule,
  StartupError,
  createLogger,
  findRunningPostgres,
  loadConfig,
  loadKeys,
  needsOf,
  openRuntime,
  startEmbeddedPostgres,
  type Config,
} from '#hosting';
import { nestLogger } from '#hosting/logging/nest-logger';
import { exitWithSentence } from '#hosting/runtime/exit';
import { openServiceRuntime, strategyOf } from '#hosting/runtime/run-service';
import { addUserKey, revokeAllKeys, type KeysRuntime } from './keys.js';

const USAGE = `npm run keys -- revoke-all ORGANIZATION   every key of an organization stops working, in every process
npm run keys -- new-user-key USER          another key for a user (id or e-mail): it is shown this once`;

/** `npm run keys`: the operator's commands on keys. */
await exitWithSentence(async () => {
  const [command, who, ...rest] = process.argv.slice(2);
  if (who === undefined || rest.length > 0) throw new StartupError(USAGE);
  const work = workOf(command, who);
  const config = loadConfig();
  await (config.kafka && config.databaseUrl ? overKafka(work) : inProcess(config, work));
});

type Work = (runtime: KeysRuntime) => Promise<void>;

function workOf(command: string | undefined, who: string): Work {
  switch (command) {
    case 'revoke-all':
      return async (runtime) => {
        const { revoked, users } = await revokeAllKeys(runtime, who.toLowerCase());
        const keys = revoked === 1 ? '1 key' : `${revoked} keys`;
        console.log(`${keys} of the organization ${who} revoked. No gateway takes them any more.`);
        for (const user of users)
          console.log(
            `The user ${user} still has access: users' keys are revoked at DELETE /v2/users/me/keys/{id}.`,
          );
      };
    case 'new-user-key':
      return async (runtime) => console.log(await addUserKey(runtime, who));
    case undefined:
    default:
      throw new StartupError(USAGE);
  }
}

/** Beside services that run: the organizations service does it. */
async function overKafka(work: Work): Promise<void> {
  const runtime = await openServiceRuntime([]);
  await runtime.bus.start();
  try {
    await work(runtime);
  } finally {
    await runtime.bus.stop();
    await runtime.close();
  }
}

/**
 * Where commands stay in one process: this one hosts the organizations service, beside another one perhaps. The embedded
 * database is started where nobody runs it.
 */
async function inProcess(config: Config, work: Work): Promise<void> {
  const services = [organizationsService, gatewayService];
  const keys = await loadKeys(config, { needs: needsOf(services, config), makeFile: false });
  const other = config.databaseUrl ?? (await findRunningPostgres(config.dataDir));
  const database =
    other === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir })
      : { url: other, stop: async () => {} };
  try {
    const log = createLogger({ level: config.logLevel, service: 'keys' });
    const databaseUrl = database.url;
    const soleInstance = other === undefined;
    const runtime = await openRuntime({ config, databaseUrl, keys, log, services, soleInstance });
    const app = await NestFactory.createMicroservice(
      { module: OrganizationsModule, imports: [HostingModule.forRuntime(runtime)] },
      { strategy: strategyOf(runtime), logger: nestLogger(log), abortOnError: false },
    );
    await app.listen();
    try {
      await work(runtime);
    } finally {
      await app.close();
    }
  } finally {
    await database.stop();
  }
}
