import { arrangeHotkeys } from '@storeward/contract/settings/lists/hotkey-arrangement';
import { expect, describe, test } from 'vitest';
import { inheritedRow, listField, rowId } from '../../../../test/list-state.ts';
import { headOffice } from '../../../../test/section-state.ts';
import { fromClipboard, toClipboard } from '../engine/hotkey-clipboard.ts';
import { keyColours } from '../engine/hotkey-colours.ts';
import { emptyHistory, record, redo, undo } from '../engine/hotkey-history.ts';
import { stepTo } from '../engine/hotkey-keyboard.ts';
import { type Container, keysIn, layoutOf } from '../engine/hotkey-layout.ts';
import { addKeys, editKeys, moveKeys, putRow, removeKeys } from '../engine/hotkey-moves.ts';
import { noChanges } from '../../kinds/list/row-changes.ts';
import { contrast } from '@storeward/contract/colours';

const values = (displayName: string, parentId: string | null = null, type = 'hotkey') => ({
  type,
  SKU: type === 'hotkey' ? displayName.toUpperCase() : null,
  displayName,
  names: {},
  image: null,
  parentId,
  colour: null,
  icon: null,
});

// two pages; on the first a folder with two hotkeys
const [front, back, folder] = [rowId(1), rowId(2), rowId(5)];
const list = listField([
  inheritedRow(1, values('Front', null, 'page')),
  inheritedRow(2, values('Back', null, 'page')),
  inheritedRow(3, values('ball', front)),
  inheritedRow(4, values('cap', front)),
  inheritedRow(5, values('folder', front, 'group')),
  inheritedRow(6, values('sock', folder)),
  inheritedRow(7, values('shoe', folder)),
  inheritedRow(8, values('tent', back)),
]).list!;

const onFront: Container = { type: 'page', key: front };
const onBack: Container = { type: 'page', key: back };
const inFolder: Container = { type: 'group', key: folder };
const keys = (...numbers: number[]) => new Set(numbers.map(rowId));
const names = (input = noChanges, container = onFront) =>
  keysIn(layoutOf(list, input), container).map((row) => row.values['displayName']);

let ids = 20;
const newId = () => rowId((ids += 1));

describe('a layout of hotkeys', () => {
  test('has the keys of its pages and folders in order', () => {
    expect([names(), names(noChanges, onBack), names(noChanges, inFolder)]).toEqual([
      ['ball', 'cap', 'folder'],
      ['tent'],
      ['sock', 'shoe'],
    ]);
  });

  test('states an order only if a key is moved on its page, and none if it is moved back', () => {
    const moved = moveKeys(list, noChanges, keys(3), onFront, 2);
    expect(names(moved)).toEqual(['cap', 'folder', 'ball']);
    expect([moved.rows, moved.order?.length]).toEqual([{}, 8]);
    expect(moveKeys(list, moved, keys(3), onFront, 0)).toEqual(noChanges);
  });

  test('keeps keys that a location above has locked as they are', () => {
    const { list: withLock } = listField([
      inheritedRow(3, values('ball'), { mode: 'locked', lockedBy: headOffice }),
      inheritedRow(4, values('cap')),
    ]);
    expect(removeKeys(withLock!, noChanges, keys(3))).toEqual(noChanges);
    expect(Object.keys(removeKeys(withLock!, noChanges, keys(3, 4)).rows)).toEqual([rowId(4)]);
    expect(moveKeys(withLock!, noChanges, keys(3), { type: 'page', key: null }, 1)).toEqual(noChanges);
  });

  test('changes only the rows of keys that go to another page or folder', () => {
    const moved = moveKeys(list, noChanges, keys(3, 6), onBack, 1);
    expect([names(moved), names(moved, onBack), names(moved, inFolder)]).toEqual([
      ['cap', 'folder'],
      ['tent', 'ball', 'sock'],
      ['shoe'],
    ]);
    expect(Object.keys(moved.rows)).toEqual([rowId(3), rowId(6)]);
    expect(moved.rows[rowId(3)]).toMatchObject({ action: 'replace', values: { parentId: back } });
  });

  test('takes no folder into a folder', () => {
    expect(moveKeys(list, noChanges, keys(5), inFolder, 0)).toBe(noChanges);
  });

  test('hides a folder with its hotkeys, and takes it back with them', () => {
    const hidden = removeKeys(list, noChanges, keys(5));
    expect([names(hidden), names(hidden, inFolder)]).toEqual([['ball', 'cap'], []]);
    expect(hidden.rows).toEqual({ [folder]: { action: 'hide' } });
  });

  test('gets added keys where they are put, with the hotkeys of a folder', () => {
    const added = addKeys(
      list,
      noChanges,
      [{ values: values('new') }, { values: values('box', null, 'group'), children: [values('lid')] }],
      onFront,
      1,
      newId,
    );
    expect(names(added)).toEqual(['ball', 'new', 'box', 'cap', 'folder']);
    const box = layoutOf(list, added).rows.find((row) => row.values['displayName'] === 'box')!;
    expect(names(added, { type: 'group', key: box.key })).toEqual(['lid']);
    expect(names(removeKeys(list, added, new Set([box.key])))).toEqual(['ball', 'new', 'cap', 'folder']);
  });

  test('loses no inherited hotkey and no key of a page with a folder or page that is removed', () => {
    const box = { values: values('box', null, 'group'), children: [values('lid')] };
    const added = addKeys(list, noChanges, [box], onBack, 1, newId);
    const own = layoutOf(list, added).rows.find((row) => row.values['displayName'] === 'box')!;
    const filled = moveKeys(list, added, keys(6), { type: 'group', key: own.key }, 0);
    const removed = removeKeys(list, filled, new Set([own.key]));
    expect([names(removed, onBack), names(removed, inFolder)]).toEqual([['tent', 'sock'], ['shoe']]);
    expect(Object.keys(removed.rows)).toEqual([rowId(6)]);

    const page = putRow(list, noChanges, { key: rowId(30), values: values('Third', null, 'page') });
    const third: Container = { type: 'page', key: rowId(30) };
    const onThird = moveKeys(list, addKeys(list, page, [box], third, 0, newId), keys(3), third, 0);
    expect(names(onThird, third)).toEqual(['ball', 'box']);
    const gone = removeKeys(list, onThird, new Set([rowId(30)]));
    expect(new Set(names(gone))).toEqual(new Set(['ball', 'box', 'cap', 'folder']));
    expect(arrangeHotkeys(layoutOf(list, gone).rows).orphans).toEqual([]);
  });

  test('gets the same colour for several keys as one change', () => {
    const edited = editKeys(list, noChanges, keys(3, 4), { colour: 'primary' });
    expect(Object.values(edited.rows)).toMatchObject([
      { values: { colour: 'primary' } },
      { values: { colour: 'primary' } },
    ]);
  });
});

describe('the steps of editing', () => {
  test('are undone and redone one by one, and what was undone is forgotten after another change', () => {
    let history = record<string>(record<string>(emptyHistory, 'one'), 'two');
    const back1 = undo<string>(history, 'three')!;
    const back2 = undo(back1.history, back1.present)!;
    expect([back1.present, back2.present, undo(back2.history, back2.present)]).toEqual(['two', 'one', undefined]);
    const forth = redo(back2.history, back2.present)!;
    expect(forth.present).toBe('two');
    history = record(forth.history, forth.present);
    expect(redo(history, 'other')).toBeUndefined();
  });
});

describe('keys on the clipboard', () => {
  test('are pasted with the hotkeys of their folders', () => {
    const text = toClipboard(layoutOf(list, noChanges), keys(4, 5));
    const pasted = fromClipboard(text)!;
    expect(names(addKeys(list, noChanges, pasted, onBack, 0, newId), onBack)).toEqual(['cap', 'folder', 'tent']);
    expect(pasted[1]?.children).toHaveLength(2);
  });

  test.each([
    ['', 'nothing'],
    ['hello', 'another text'],
    ['{"format":"storeward/hotkeys/2","keys":[{"values":{}}]}', 'another format'],
    ['{"format":"storeward/hotkeys/1","keys":[]}', 'no key'],
    ['{"format":"storeward/hotkeys/1","keys":[{"values":{"type":"hotkey","displayName":"x"}}]}', 'a key without SKU'],
    ['{"format":"storeward/hotkeys/1","keys":[{"values":{"type":"page","displayName":"x"}}]}', 'a page'],
    [
      '{"format":"storeward/hotkeys/1","keys":[{"values":{"type":"hotkey","SKU":"A","displayName":"x","image":"javascript:alert(1)"}}]}',
      'an image that is a script',
    ],
    [
      '{"format":"storeward/hotkeys/1","keys":[{"values":{"type":"hotkey","SKU":"A","displayName":"x"},"children":[{"type":"hotkey","SKU":"B","displayName":"y"}]}]}',
      'a hotkey with hotkeys inside',
    ],
  ])('are refused: %s (%s)', (text) => {
    expect(fromClipboard(text)).toBeUndefined();
  });
});

test('the keys of the keyboard walk a grid and stop at its edges', () => {
  const walk = (key: string, index: number) => stepTo(key, index, 7, 3);
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => walk(key, 4))).toEqual([3, 5, 1, undefined]);
  expect([walk('Home', 4), walk('End', 4), walk('ArrowLeft', 0), walk('a', 0)]).toEqual([0, 6, undefined, undefined]);
});

test('text on a key can be read in each colour, also if the theme states one that cannot', () => {
  for (const { background, text } of Object.values(
    keyColours({ primaryColour: '#777777', contractPrimaryColour: '#808080' }),
  ))
    expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5);
});
