import type { AuditEntry } from '@storeward/contract/audit';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startPortal } from '../../test/start-portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { applyUserLanguage } from '../platform/text/i18n.ts';
import { Changes } from './audit-columns.tsx';
import { phrase } from '../../test/phrase.ts';

const auditEntry = (entity: string, before: AuditEntry['before'], after: AuditEntry['after']): AuditEntry => ({
  id: '0199e000-0000-7000-8000-000000000001',
  at: '2026-01-05T10:00:00Z',
  actorId: null,
  actorName: null,
  address: '',
  action: `${entity}.updated`,
  entity,
  entityId: '0199e000-0000-7000-8000-000000000002',
  entityName: null,
  before,
  after,
  reason: null,
  sealed: null,
  run: null,
});

const renderedChanges = async (entry: AuditEntry) => {
  const { container } = await renderAt('/audit-trail', <Changes entry={entry} />);
  return [...container.querySelectorAll('span > span')].map(({ textContent }) => textContent.trim());
};

beforeEach(async () => void (await startPortal()));

test('shows changed fields with their labels and formatted values', async () => {
  const before = { status: true, country: 'GB', region: ['CHINA'], parentId: 'a', path: 'Kestrel › North' };
  const after = { status: false, country: 'DE', region: ['CHINA', 'REST_OF_WORLD'], parentId: 'b', path: 'Kestrel' };
  const lines = await renderedChanges(auditEntry('node', before, after));
  expect(lines).toContain('Status Enabled Disabled');
  expect(lines).toContain('Country United Kingdom Germany');
  expect(lines).toContain('Region China China, Rest of World');
  expect(lines).toContain('Below Kestrel › North Kestrel');
  expect(screen.queryByText('parentId')).toBeNull();
});

test('shows the last day of a role, which ends at the midnight after it', async () => {
  const midnight = new Date(2024, 10, 28).toISOString();
  const lines = await renderedChanges(auditEntry('user', null, { role: 'Store manager', until: midnight }));
  expect(lines).toContain('Last day  27 Nov 2024');
});

test('shows changes in the user’s language', async () => {
  await applyUserLanguage('de');
  const lines = await renderedChanges(
    auditEntry('node', { nodeType: 'STORE', country: 'GB' }, { nodeType: 'COMPANY', country: 'IT' }),
  );
  expect(lines).toContain('Ebene Filiale Unternehmen');
  expect(lines).toContain('Land Vereinigtes Königreich Italien');
});

test('shows a setting by its label, with its mode for descendants', async () => {
  const before = { 'nodeConfig.autoLogoutDuration': '00:40:00', 'theme.primaryColour': '#1A81C5' };
  const after = {
    'nodeConfig.autoLogoutDuration': '00:20:00',
    'nodeConfig.autoLogoutDuration.mode': 'tighten',
    'theme.primaryColour': '#7A1FA2',
  };
  const lines = await renderedChanges(auditEntry('node', before, after));
  expect(lines).toContain('Idle sign-out 00:40:00 00:20:00');
  expect(lines).toContain('Primary colour #1A81C5 #7A1FA2');
  expect(lines.join(' ')).toContain(phrase('settings.mode.stricter'));
});

test('shows a changed list as its rows by name, each with the columns that have changed, without ids and JSON', async () => {
  const [folder, ball, cap, scarf, tent] = Array.from(
    { length: 5 },
    (_, index) => `0199e000-0000-7000-8000-00000000010${index}`,
  );
  const key = { type: 'hotkey', SKU: 'KS-1', displayName: 'Ball', parentId: null, names: {}, image: null };
  const add = (values: object) => ({ action: 'add', after: 'last', values: { ...key, ...values } });
  const name = (id?: string) => `hotkeys.keys/${id}`;
  const before = {
    'hotkeys.keys': null,
    [name(folder)]: null,
    [name(ball)]: add({}),
    [name(cap)]: add({ displayName: 'Cap' }),
    [name(scarf)]: null,
    [name(tent)]: null,
  };
  const after = {
    'hotkeys.keys': { order: [ball, folder] },
    [name(folder)]: add({ type: 'group', SKU: null, displayName: 'Feet' }),
    [name(ball)]: add({ SKU: 'KS-2', parentId: folder }),
    [`${name(ball)}.mode`]: 'locked',
    [name(cap)]: null,
    [name(scarf)]: {
      action: 'replace',
      values: { ...key, displayName: 'Scarf', colour: 'primary' },
      replaced: { ...key, displayName: 'Shawl' },
    },
    [name(tent)]: { action: 'hide', values: { ...key, displayName: 'Tent' } },
  };
  const lines = await renderedChanges(auditEntry('node', before, after));
  // every second element is the label of the one before
  expect(lines.filter((_, index) => index % 2 === 0)).toEqual([
    'Hotkeys  own order',
    'Hotkeys · Feet  Added · Type: Group · Display name: Feet',
    'Hotkeys · Ball · SKU KS-1 KS-2',
    'Hotkeys · Ball · Group or page Not set Feet',
    'Hotkeys · Cap  Removed',
    'Hotkeys · Scarf · Display name Shawl Scarf',
    'Hotkeys · Scarf · Colour Not set Primary',
    'Hotkeys · Tent  Hidden',
    'Hotkeys · Ball (Locations below)  Locked below',
  ]);
});

test('labels the address of a device as IP address, not as postal address', async () => {
  const lines = await renderedChanges(
    auditEntry('device', { address: '10.0.0.1', type: 'mobile' }, { address: '10.0.0.2', type: 'tablet' }),
  );
  expect(lines).toContain('IP address 10.0.0.1 10.0.0.2');
  expect(lines).toContain('Type Mobile Tablet');
});

test('shows a field and a value without label as stored', async () => {
  const lines = await renderedChanges(
    auditEntry('setting', { maxLines: 5, nodeType: 'KIOSK' }, { maxLines: 10, nodeType: 'STAND' }),
  );
  expect(lines).toContain('maxLines 5 10');
  expect(lines.some((line) => line.endsWith('KIOSK STAND'))).toBe(true);
});
