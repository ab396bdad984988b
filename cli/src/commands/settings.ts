import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import type { Command } from 'commander';
import { CommandError } from '../failures.ts';
import { findNode } from '../lookup.ts';
import { printRows } from '../output.ts';
import { readSecret } from '../secret-input.ts';
import type { Context } from '../context.ts';

type Change = { mode: string; inherit: string[]; secret?: string; reason?: string };

/** Adds `settings get` and `set`. */
export function addSettings(program: Command, { client, isJson }: Context): void {
  const settings = program.command('settings').description(`settings of nodes, by section: ${sectionNames.join(', ')}`);
  const print = ({ fields }: SectionState) =>
    printRows(
      Object.entries(fields).map(([field, { value, isSet, source, own }]) => ({ field, value, isSet, source, own })),
      {
        FIELD: ({ field }) => field,
        VALUE: ({ value, isSet }) => (value === null ? (isSet ? '(secret)' : '') : JSON.stringify(value)),
        FROM: ({ source }) => source?.name ?? 'default',
        MODE: ({ own }) => own?.mode,
      },
      isJson(),
    );
  settings
    .command('get')
    .argument('<node>', 'code or id of the node')
    .argument('<section>', 'section of settings', sectionName)
    .description('Shows the effective values of a section at a node, and where they come from.')
    .action(async (node: string, section: SectionName) => {
      const api = client();
      const { nodeId: id } = await findNode(api, node);
      print(await api.settings.get({ params: { id, section } }));
    });
  settings
    .command('set')
    .argument('<node>', 'code or id of the node')
    .argument('<section>', 'section of settings', sectionName)
    .argument(
      '[values...]',
      'fields with their new values, such as autoLogoutDuration=00:15:00; JSON for what is no text',
    )
    .description('Sets fields of a section at a node; all others stay as they are.')
    .option('--mode <mode>', 'what nodes below may do: free, locked, or tighten', 'free')
    .option('--inherit <field...>', 'fields that follow the node above again', [])
    .option('--secret <field>', 'secret field whose new value is read from the input')
    .option('--reason <text>', 'reason, for the history')
    .action(async (node: string, section: SectionName, values: string[], { mode, inherit, secret, reason }: Change) => {
      const assignments = values.map((text) => assignmentOf(text, mode));
      refuseSecrets(section, assignments);
      const fields = {
        ...Object.fromEntries(assignments),
        ...(secret === undefined ? {} : { [secret]: { value: (await readSecret(secret)).trim(), mode } }),
        ...Object.fromEntries(inherit.map((field) => [field, null])),
      };
      if (Object.keys(fields).length === 0)
        throw new CommandError('usage', 'Name at least one field to set or to inherit.');
      const api = client();
      const { nodeId: id } = await findNode(api, node);
      const params = { id, section };
      const { version } = await api.settings.get({ params });
      print(
        await api.settings.update({
          params,
          body: { fields: fields as never, ...(reason === undefined ? {} : { reason }) },
          version,
        }),
      );
    });
}

function sectionName(text: string): SectionName {
  const { data } = SectionName.safeParse(text);
  if (data) return data;
  throw new CommandError('unknown', `There is no section ${text}; there are ${sectionNames.join(', ')}.`);
}

/** Arguments are shown by the list of processes and kept in the history of the shell. */
function refuseSecrets(section: SectionName, assignments: readonly (readonly [field: string, ...unknown[]])[]): void {
  for (const [field] of assignments) {
    const definition = sectionOf(section).fields[field];
    if (definition && isSecret(definition))
      throw new CommandError(
        'usage',
        `${field} is a secret, which an argument would reveal: give it by --secret ${field} and the input.`,
      );
  }
}

/** `field=value`, the value as JSON if it is. */
function assignmentOf(text: string, mode: string): [string, { value: unknown; mode: string }] {
  const [, field, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (field === undefined || value === undefined) throw new CommandError('usage', `${text} is not like field=value.`);
  try {
    return [field, { value: JSON.parse(value) as unknown, mode }];
  } catch {
    return [field, { value, mode }];
  }
}
