import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetFacts } from './portal-facts.ts';
import { watchIdleness } from './idle-watch.ts';

const changes = vi.fn<(left: number | undefined) => void>();
const ended = vi.fn<() => void>();
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  changes.mockClear();
  ended.mockClear();
  stop = watchIdleness({ onChange: changes, onEnd: ended });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  document.querySelector('meta[name="portal"]')?.remove();
  forgetFacts();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const told = () => changes.mock.calls.map(([left]) => left);
const doSomething = (sign: string) => document.body.dispatchEvent(new Event(sign, { bubbles: true }));

function inputInAnotherTab(): BroadcastChannel {
  const tab = new BroadcastChannel('storeward.input');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- tabs of one origin, which the channel keeps to
  tab.postMessage('input');
  return tab;
}

describe('nobody being there', () => {
  test('is told after forty minutes, counts five minutes down second by second, and ends', async () => {
    await seconds(2399);
    expect(told()).toEqual([]);
    await seconds(1);
    expect(told()).toEqual([300]);
    await seconds(3);
    expect(told()).toEqual([300, 299, 298, 297]);
    await seconds(296);
    expect([told().at(-1), ended.mock.calls.length]).toEqual([1, 0]);
    await seconds(2);
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
  });

  test.each(['keydown', 'pointerdown', 'wheel', 'touchstart', 'touchmove', 'input'])(
    'is over with %s, before the warning and during it',
    async (sign) => {
      await seconds(2000);
      doSomething(sign);
      await seconds(2399);
      expect(told()).toEqual([]);
      await seconds(10);
      doSomething(sign);
      expect(told().at(-1)).toBeUndefined();
      await seconds(2399);
      expect(ended).not.toHaveBeenCalled();
    },
  );

  test('is over with a movement of the pointer, but not with a page that moves under a resting one', async () => {
    const move = (screenX: number) =>
      document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, screenX, screenY: 5 }));
    move(1);
    await seconds(2410);
    move(1);
    expect(told().at(-1)).toBe(290);
    move(2);
    expect(told().at(-1)).toBeUndefined();
  });

  test('is over with input in another tab', async () => {
    await seconds(2410);
    const otherTab = inputInAnotherTab();
    await vi.waitFor(() => expect(told().at(-1)).toBeUndefined());
    otherTab.close();
  });

  test('is not over with a touch on what leads out', async () => {
    const wayOut = document.body.appendChild(document.createElement('button'));
    wayOut.setAttribute('data-no-sign-of-life', '');
    await seconds(2410);
    wayOut.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(told().at(-1)).toBe(290);
    wayOut.remove();
  });
});

test('the device’s clock may jump: only what was counted counts', async () => {
  vi.setSystemTime(Date.now() + 7_200_000);
  await seconds(2000);
  expect(told()).toEqual([]);
});

test('a page whose timers were held back for long warns or ends with the first that fires', async () => {
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 10_000_000);
  await seconds(1);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
});

test('whoever was active elsewhere while this page was frozen is not put out by it', async () => {
  const now = performance.now();
  const otherTab = inputInAnotherTab();
  vi.spyOn(performance, 'now').mockReturnValue(now + 10_000_000);
  vi.advanceTimersByTime(1000);
  await vi.waitFor(() => expect(told()).toEqual([0, undefined]));
  expect(ended).not.toHaveBeenCalled();
  otherTab.close();
});

test('the times are those of the installation', async () => {
  document.head.insertAdjacentHTML(
    'beforeend',
    `<meta name="portal" content='{"apiBase":"","apiBaseChina":"","partnerHosts":[],"times":{"idle":7200,"warning":60,"keepAlive":3300},"banner":"","passwordSpaces":false,"dateLocale":"en-GB"}'>`,
  );
  forgetFacts();
  await seconds(7199);
  expect(told()).toEqual([]);
  await seconds(1);
  expect(told()).toEqual([60]);
});

test('watching stops when it is told to', async () => {
  stop();
  await seconds(5000);
  expect([told(), ended.mock.calls.length]).toEqual([[], 0]);
});
