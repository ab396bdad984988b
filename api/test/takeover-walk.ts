import { nodeTypes, type NodeType } from '@storeward/contract/access';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  platformNode,
  type TestNode,
  type TestUser,
  withSecretWord,
} from './builders.ts';
import { userFields } from './input-fields.ts';
import { queuedMails } from './mails.ts';
import { emailLinks, userUrl } from './pending-emails.ts';
import { createRecoveryClient, emailOf } from './recovery.ts';
import type { TestServer } from './server.ts';
import { onePixelImage } from './uploads.ts';

/** The mailbox that the attacker names, and reads. */
export const mailbox = 'thief@mail.example';
export const chosenWord = 'harbour lights';
export const chosenPassword = 'Only-the-thief-knows-26';

/** All pairs of levels: who attacks, and who shall be taken over. */
export const levelPairs: readonly (readonly [NodeType, NodeType])[] = nodeTypes.flatMap((attacker) =>
  nodeTypes.map((victim) => [attacker, victim] as const),
);

/** An organisation with one node of each level below each other, an attacker with all rights at each, and another role. */
export async function createTakeoverFixture(server: TestServer) {
  const org = await createOrganisation(server, { name: 'Alder' });
  const nodes = new Map<NodeType, TestNode>([
    ['GLOBAL', platformNode],
    ['ORGANIZATION', org],
  ]);
  let parent = org;
  for (const nodeType of nodeTypes.filter((type) => type !== 'GLOBAL' && type !== 'ORGANIZATION')) {
    parent = await createNode(server, { parent, nodeType });
    nodes.set(nodeType, parent);
  }
  const attackers = new Map<NodeType, ApiClient>();
  for (const [level, node] of nodes)
    attackers.set(level, await createClient(server, await createUser(server, { node, userName: `thief.${level}` })));
  const roleId = await createRole(server, { organisation: org, rights: ['view_profile'] });
  return { server, org, nodes, attackers, roleId };
}

type Fixture = Awaited<ReturnType<typeof createTakeoverFixture>>;
type Deed = (fixture: Fixture, attacker: ApiClient, victim: TestUser) => Promise<unknown>;

/** What an administrator can do to a user that could lead to the account. */
const deeds: readonly Deed[] = [
  (_, attacker, victim) =>
    attacker.put(userUrl(victim), { ...userFields(victim), secretWord: chosenWord, pin: '4711' }),
  (_, attacker, victim) => attacker.put(userUrl(victim), { ...userFields(victim), emailId: mailbox }),
  ({ nodes, roleId }, attacker, victim) =>
    attacker.put(userUrl(victim), {
      ...userFields(victim),
      emailId: mailbox,
      rootNodeId: nodes.get('STORE')!.id,
      userRole: [{ id: roleId }],
    }),
  (_, attacker, victim) => attacker.put(`${userUrl(victim)}/status`, { status: false }),
  (_, attacker, victim) => attacker.put(`${userUrl(victim)}/status`, { status: true }),
  (_, attacker, victim) => attacker.put(userUrl(victim), { ...userFields(victim), removeSecretWord: true }),
  ({ org }, attacker) =>
    attacker.put(`/node-management/node/${org.id}`, {
      name: org.name,
      address: '1 High Street, Leeds',
      country: 'GB',
      emailId: mailbox,
      defaultLanguage: 'en',
      url: org.host,
      domains: [
        { domainName: 'thief.example', isDefault: false },
        { domainName: org.domain, isDefault: true },
      ],
    }),
  (_, attacker, victim) =>
    attacker.post(`${userUrl(victim)}/profile-picture`, onePixelImage, { 'content-type': 'image/bmp' }),
  (_, attacker, victim) => attacker.post(`/user-management/resetLink/${victim.id}`),
  (_, attacker, victim) => attacker.post(`${userUrl(victim)}/first-password`),
  (_, attacker, victim) =>
    attacker.post(`${userUrl(victim)}/pending-email/accept`, { address: mailbox, password: chosenPassword }),
];

/** Tries every way of recovery, with everything that the mailbox of the attacker holds. */
export async function recover({ server }: Pick<Fixture, 'server'>, victim: TestUser): Promise<void> {
  const recovery = createRecoveryClient(server, victim.node);
  const { body } = await recovery.start(mailbox);
  if (body.result?.userId) await recovery.sendMail(body.result.userId);
  const byWord = await recovery.startBySecretWord(victim.userName, chosenWord);
  if (byWord.body.result?.resetToken) await recovery.reset(byWord.body.result.resetToken, chosenPassword);
  const links = emailLinks(server, victim);
  for (const { to, variables } of await queuedMails(server, victim)) {
    if (to !== mailbox || typeof variables['token'] !== 'string') continue;
    await recovery.reset(variables['token'], chosenPassword);
    for (const decision of ['confirm', 'accept']) await links.use(variables['token'], decision);
  }
}

/** Lets an attacker do everything to a victim, with recovery after each deed; returns the victim. */
export async function attack(
  fixture: Fixture,
  [attackerLevel, victimLevel]: readonly [NodeType, NodeType],
): Promise<TestUser> {
  const victim = await createUser(fixture.server, {
    node: fixture.nodes.get(victimLevel)!,
    rights: ['view_profile'],
    last_active: '2026-01-01',
    ...withSecretWord,
  });
  for (const deed of deeds) {
    await deed(fixture, fixture.attackers.get(attackerLevel)!, victim);
    await recover(fixture, victim);
  }
  return victim;
}

/** What makes the account another's: its password, its secret word, and the address that counts. */
export async function credentialsOf({ server }: Fixture, victim: TestUser) {
  const [row] = await server.query('select * from users where id = $1', [victim.id]);
  return {
    password: row!['password_hash'] as string,
    hasForeignWord: ![null, withSecretWord.secret_word_hash].includes(row!['secret_word_hash'] as string),
    address: row!['email_id'] as string,
    isOwnAddress: row!['email_id'] === emailOf(victim),
    isPending: row!['pending_email'] !== null,
  };
}
