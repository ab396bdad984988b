import { endpoints, type Input } from '@storeward/client';
import type { User, UserRow } from '@storeward/contract/users';
import type { Command } from 'commander';
import { findNode, findRole, findUser } from '../lookup.ts';
import { print, printRecord, printRows } from '../output.ts';
import type { Context } from '../context.ts';
import { limited, numberOf } from '../limits.ts';

type NewUser = Input<typeof endpoints.users.create>['body'];
type Filters = {
  search?: string;
  node?: string;
  status?: 'enabled' | 'disabled' | 'locked' | 'invited';
  limit?: number;
};

const rowColumns = {
  'USER NAME': ({ userName }: UserRow) => userName,
  NAME: ({ firstName, lastName }: UserRow) => `${firstName} ${lastName}`,
  'E-MAIL': ({ emailId }: UserRow) => emailId,
  ROLE: ({ roleName }: UserRow) => roleName,
  NODE: ({ rootNode }: UserRow) => rootNode?.name,
  ENABLED: ({ status }: UserRow) => status,
};

const columns = {
  id: ({ id }: User) => id,
  'user name': ({ userName }: User) => userName,
  name: ({ firstName, lastName }: User) => `${firstName} ${lastName}`,
  'e-mail': ({ emailId }: User) => emailId,
  phone: ({ phoneNumber }: User) => phoneNumber,
  roles: ({ userRole }: User) => userRole.map(({ name }) => name).join(', '),
  node: ({ path }: User) => path.map(({ name }) => name).join(' / '),
  enabled: ({ status }: User) => status,
  locked: ({ locked }: User) => locked,
  'last active': ({ lastActive }: User) => lastActive,
};

/** Adds `users list`, `get`, `create`, `disable` and `enable`. */
export function addUsers(program: Command, { client, isJson }: Context): void {
  const users = program.command('users').description('users of the organisation');
  users
    .command('list')
    .description('Lists users.')
    .option('--search <text>', 'words of name, e-mail or user name')
    .option('--node <code>', 'at and below this node')
    .option('--status <status>', 'enabled, disabled, locked or invited')
    .option('--limit <number>', 'at most so many', numberOf)
    .action(async ({ search, node, status, limit }: Filters) => {
      const api = client();
      const query = {
        ...(search === undefined ? {} : { search }),
        ...(node === undefined ? {} : { node: (await findNode(api, node)).nodeId }),
        ...(status === undefined ? {} : { status }),
      };
      printRows(await limited(api.rows(endpoints.users.list, { query }), limit), rowColumns, isJson());
    });
  users
    .command('get')
    .argument('<user>', 'user name or id')
    .description('Shows a user.')
    .action(async (user: string) => printRecord(await findUser(client(), user), columns, isJson()));
  users
    .command('create')
    .description('Creates a user, who gets a mail with a first password.')
    .requiredOption('--user-name <name>', 'name to sign in with')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .requiredOption('--email <address>', 'e-mail address')
    .requiredOption('--role <role>', 'name or id of the role')
    .requiredOption('--node <code>', 'code or id of the node')
    .option('--language <code>', 'language', 'en')
    .option('--time-zone <zone>', 'time zone; that of the node by default')
    .option('--country <code>', 'country; that of the node by default')
    .option('--phone <number>', 'phone number')
    .action(async (options: Record<string, string>) => {
      const api = client();
      const node = await findNode(api, options['node']!);
      const body: NewUser = {
        userName: options['userName']!,
        firstName: options['firstName']!,
        lastName: options['lastName']!,
        emailId: options['email']!,
        language: options['language'] as NewUser['language'],
        timeZone: options['timeZone'] ?? node.timeZone ?? 'UTC',
        country: options['country'] ?? node.country ?? '',
        phoneNumber: options['phone'] ?? '',
        rootNodeId: node.nodeId,
        userRole: [{ id: await findRole(api, options['role']!, node.nodeType) }],
      };
      printRecord(await api.users.create({ body }), columns, isJson());
    });
  for (const [name, status] of [
    ['disable', false],
    ['enable', true],
  ] as const)
    users
      .command(name)
      .argument('<user>', 'user name or id')
      .description(status ? 'Enables a user, and unlocks them.' : 'Disables a user, whose sessions end at once.')
      .action(async (user: string) => {
        const api = client();
        const { id, version } = await findUser(api, user);
        const changed = await api.users.setStatus({ params: { id }, body: { status }, version });
        if (isJson()) printRecord(changed, columns, true);
        else print(`${changed.userName} is ${changed.status ? 'enabled' : 'disabled'}.`);
      });
}
