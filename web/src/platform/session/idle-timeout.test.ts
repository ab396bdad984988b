import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resetRuntimeConfiguration } from '../runtime-configuration.ts';
import { watchIdleTimeout } from './idle-timeout.ts';

const changes = vi.fn<(remaining: number | undefined) => void>();
const ended = vi.fn<() => void>();
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  changes.mockClear();
  ended.mockClear();
  stop = watchIdleTimeout({ onChange: changes, onEnd: ended });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  document.querySelector('meta[name="portal"]')?.remove();
  resetRuntimeConfiguration();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const reportedSeconds = () => changes.mock.calls.map(([remaining]) => remaining);
const dispatchInput = (eventName: string) => document.body.dispatchEvent(new Event(eventName, { bubbles: true }));

function inputInAnotherTab(): BroadcastChannel {
  const tab = new BroadcastChannel('storeward.input');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is limited to its origin
  tab.postMessage('input');
  return tab;
}

describe('idle timeout', () => {
  test('warns after forty minutes, counts down five minutes by seconds, and ends', async () => {
    await seconds(2399);
    expect(reportedSeconds()).toEqual([]);
    await seconds(1);
    expect(reportedSeconds()).toEqual([300]);
    await seconds(3);
    expect(reportedSeconds()).toEqual([300, 299, 298, 297]);
    await seconds(296);
    expect([reportedSeconds().at(-1), ended.mock.calls.length]).toEqual([1, 0]);
    await seconds(2);
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
  });

  test.each(['keydown', 'pointerdown', 'wheel', 'touchstart', 'touchmove', 'input'])(
    'restarts the idle time on %s, before and during the warning',
    async (eventName) => {
      await seconds(2000);
      dispatchInput(eventName);
      await seconds(2399);
      expect(reportedSeconds()).toEqual([]);
      await seconds(10);
      dispatchInput(eventName);
      expect(reportedSeconds().at(-1)).toBeUndefined();
      await seconds(2399);
      expect(ended).not.toHaveBeenCalled();
    },
  );

  test('restarts the idle time on a pointer movement, but not when the page moves under a resting pointer', async () => {
    const move = (screenX: number) =>
      document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, screenX, screenY: 5 }));
    move(1);
    await seconds(2410);
    move(1);
    expect(reportedSeconds().at(-1)).toBe(290);
    move(2);
    expect(reportedSeconds().at(-1)).toBeUndefined();
  });

  test('restarts the idle time on input in another tab', async () => {
    await seconds(2410);
    const otherTab = inputInAnotherTab();
    await vi.waitFor(() => expect(reportedSeconds().at(-1)).toBeUndefined());
    otherTab.close();
  });

  test('does not restart the idle time on elements marked to be ignored', async () => {
    const ignoredButton = document.body.appendChild(document.createElement('button'));
    ignoredButton.setAttribute('data-ignore-activity', '');
    await seconds(2410);
    ignoredButton.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(reportedSeconds().at(-1)).toBe(290);
    ignoredButton.remove();
  });
});

test('the idle time ignores jumps of the device’s clock', async () => {
  vi.setSystemTime(Date.now() + 7_200_000);
  await seconds(2000);
  expect(reportedSeconds()).toEqual([]);
});

test('a page with throttled timers ends the session on the first timer that fires', async () => {
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 10_000_000);
  await seconds(1);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
});

test('activity in another tab while the page was frozen keeps the session', async () => {
  const now = performance.now();
  const otherTab = inputInAnotherTab();
  vi.spyOn(performance, 'now').mockReturnValue(now + 10_000_000);
  vi.advanceTimersByTime(1000);
  await vi.waitFor(() => expect(reportedSeconds()).toEqual([0, undefined]));
  expect(ended).not.toHaveBeenCalled();
  otherTab.close();
});

test('the idle times come from the runtime configuration', async () => {
  document.head.insertAdjacentHTML(
    'beforeend',
    `<meta name="portal" content='{"apiBase":"","apiBaseChina":"","partnerHosts":[],"times":{"idle":7200,"warning":60,"keepAlive":3300},"banner":"","passwordSpaces":false,"dateLocale":"en-GB"}'>`,
  );
  resetRuntimeConfiguration();
  await seconds(7199);
  expect(reportedSeconds()).toEqual([]);
  await seconds(1);
  expect(reportedSeconds()).toEqual([60]);
});

test('the idle timeout stops when it is unsubscribed', async () => {
  stop();
  await seconds(5000);
  expect([reportedSeconds(), ended.mock.calls.length]).toEqual([[], 0]);
});
