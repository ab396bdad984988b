import { normalised } from '@storeward/contract/fields';
import { fullNameOf } from '@storeward/contract/full-names';
import { searchText } from '@storeward/contract/search';
import type { SeedNode } from './nodes.ts';
import { type Random, createRandom } from './random.ts';
import { type Role, type RoleName, defaultRole } from './ready-roles.ts';
import type { RowOf } from './rows.ts';

/** A user with its assignments; the first one is active by default. */
export type SeedUser = { readonly user: RowOf<'users'>; readonly assignments: readonly RowOf<'assignments'>[] };

/** Input for a user; everything else is derived from the node. */
export type UserInput = {
  readonly node: SeedNode;
  readonly firstName: string;
  readonly lastName: string;
  readonly userName: string;
  readonly domain: string;
  readonly mailDomain?: string;
  readonly role?: RoleName;
  /** An additional assignment at another node. */
  readonly additional?: { readonly node: SeedNode; readonly role: RoleName };
  readonly joined: number;
  readonly lastActive?: number;
  readonly status?: boolean;
  readonly mustChangePassword?: boolean;
  readonly language?: string;
  readonly phoneNumber?: string;
};

/** The hashes of the password and secret word that all seeded users share. */
export type Secrets = { readonly passwordHash: string; readonly secretWordHash: string };

/** Creates the users of one organisation. */
export function createUsers(
  roles: ReadonlyMap<string, Role>,
  secrets: Secrets,
  random: Random,
): (input: UserInput) => SeedUser {
  return (input) => {
    const { node, firstName, lastName, userName, domain } = input;
    const roleAt = ({ node_type }: SeedNode, name: RoleName | undefined) => {
      const role = roles.get(name ?? defaultRole(node_type));
      if (!role) throw new Error(`There is no role ${name ?? defaultRole(node_type)} for a ${node_type}.`);
      return role.id;
    };
    const id = random.id(input.joined);
    const email = `${userName}@${input.mailDomain ?? domain}`;
    const joined = new Date(input.joined).toISOString();
    const user = {
      id,
      org_id: node.org_id,
      node_id: node.id,
      tpath: node.tpath,
      user_name: userName,
      user_name_norm: normalised(userName),
      domain_name: domain,
      first_name: firstName,
      last_name: lastName,
      name_norm: normalised(fullNameOf({ firstName, lastName })),
      email_id: email,
      email_norm: normalised(email),
      search_text: searchText(firstName, lastName, email, userName),
      phone_number: input.phoneNumber ?? '',
      language: input.language ?? 'en',
      time_zone: node.time_zone ?? 'Europe/London',
      country: node.country ?? '',
      status: input.status ?? true,
      password_hash: secrets.passwordHash,
      manual_password: !input.mustChangePassword,
      secret_word_hash: secrets.secretWordHash,
      last_active: input.lastActive === undefined ? '-infinity' : new Date(input.lastActive).toISOString(),
      created_date: joined,
      updated_date: joined,
    };
    const assignment = (assignmentId: string, at: SeedNode, role: RoleName | undefined, position: number) => ({
      id: assignmentId,
      org_id: at.org_id,
      user_id: id,
      role_id: roleAt(at, role),
      node_id: at.id,
      tpath: at.tpath,
      position,
      created_date: joined,
    });
    const { additional } = input;
    const first = assignment(random.id(input.joined), node, input.role, 0);
    // a random stream of its own, so that other data do not depend on it
    const second =
      additional && assignment(createRandom(`${userName} also`).id(input.joined), additional.node, additional.role, 1);
    return { user, assignments: [first, ...(second ? [second] : [])] };
  };
}
