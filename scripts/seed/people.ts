import { normalised } from '@storeward/contract/fields';
import type { Place } from './places.ts';
import { type Random, randomFrom } from './random.ts';
import { type Role, type RoleName, usualRole } from './ready-roles.ts';
import type { RowOf } from './rows.ts';

/** A user with the roles they hold, the first of which acts unless they choose another. */
export type Person = { readonly user: RowOf<'users'>; readonly assignments: readonly RowOf<'assignments'>[] };

/** What one says of a person; the rest follows from where they stand. */
export type PersonInput = {
  readonly place: Place;
  readonly firstName: string;
  readonly lastName: string;
  readonly userName: string;
  readonly domain: string;
  readonly mailDomain?: string;
  readonly role?: RoleName;
  /** A second role, at another place. */
  readonly also?: { readonly place: Place; readonly role: RoleName };
  readonly joined: number;
  readonly lastActive?: number;
  readonly status?: boolean;
  readonly mustChangePassword?: boolean;
  readonly language?: string;
  readonly phoneNumber?: string;
};

/** The one password and the one secret word that everybody in made-up data has, hashed once. */
export type Secrets = { readonly passwordHash: string; readonly secretWordHash: string };

/** Makes people of one organisation. */
export function peopleOf(
  roles: ReadonlyMap<string, Role>,
  secrets: Secrets,
  random: Random,
): (input: PersonInput) => Person {
  return (input) => {
    const { place, firstName, lastName, userName, domain } = input;
    const roleAt = ({ node_type }: Place, wanted: RoleName | undefined) => {
      const role = roles.get(wanted ?? usualRole(node_type));
      if (!role) throw new Error(`there is no role ${wanted} for a ${node_type}`);
      return role.id;
    };
    const id = random.id(input.joined);
    const email = `${userName}@${input.mailDomain ?? domain}`;
    const joined = new Date(input.joined).toISOString();
    const user = {
      id,
      org_id: place.org_id,
      node_id: place.id,
      tpath: place.tpath,
      user_name: userName,
      user_name_norm: normalised(userName),
      domain_name: domain,
      first_name: firstName,
      last_name: lastName,
      name_norm: normalised(`${firstName} ${lastName}`),
      email_id: email,
      email_norm: normalised(email),
      search_text: normalised(`${firstName} ${lastName} ${email} ${userName}`),
      phone_number: input.phoneNumber ?? '',
      language: input.language ?? 'en',
      time_zone: place.time_zone ?? 'Europe/London',
      country: place.country ?? '',
      status: input.status ?? true,
      password_hash: secrets.passwordHash,
      manual_password: !input.mustChangePassword,
      secret_word_hash: secrets.secretWordHash,
      last_active: input.lastActive === undefined ? '-infinity' : new Date(input.lastActive).toISOString(),
      created_date: joined,
      updated_date: joined,
    };
    const held = (assignmentId: string, at: Place, role: RoleName | undefined, position: number) => ({
      id: assignmentId,
      org_id: at.org_id,
      user_id: id,
      role_id: roleAt(at, role),
      node_id: at.id,
      tpath: at.tpath,
      position,
      created_date: joined,
    });
    const { also } = input;
    const first = held(random.id(input.joined), place, input.role, 0);
    // drawn apart, so that nobody else's data depend on it
    const second = also && held(randomFrom(`${userName} also`).id(input.joined), also.place, also.role, 1);
    return { user, assignments: [first, ...(second ? [second] : [])] };
  };
}
