import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { lazily } from './lazily.tsx';

const Screen = ({ name }: { name: string }) => <h1>{name}</h1>;
const Waiting = () => <p>waits</p>;

class Caught extends Component<{ children: ReactNode }, { fault?: Error }> {
  override state: { fault?: Error } = {};
  static getDerivedStateFromError = (fault: Error) => ({ fault });
  override render = () => this.state.fault?.message ?? this.props.children;
}

test('a part waits for its file alone, and is drawn at once ever after', async () => {
  const file = Promise.withResolvers<typeof Screen>();
  const Part = lazily(() => file.promise, Waiting);
  const { container } = render(
    <>
      <p>around</p>
      <Part name="Hierarchy" />
    </>,
  );
  expect(container.textContent).toBe('aroundwaits');
  file.resolve(Screen);
  expect(await screen.findByRole('heading', { name: 'Hierarchy' })).toBeDefined();
  expect(render(<Part name="Roles" />).container.textContent).toBe('Roles');
});

test('a part that is drawn while another of the same waits is there as soon as that', async () => {
  const file = Promise.withResolvers<typeof Screen>();
  let here = false;
  const Part = lazily(async () => {
    const part = await file.promise;
    here = true;
    return part;
  });
  render(<Part name="Hierarchy" />);
  const late = render(<Part name="Roles" />);
  file.resolve(Screen);
  await screen.findByRole('heading', { name: 'Hierarchy' });
  expect([here, late.container.textContent]).toEqual([true, 'Roles']);
});

test('a file that does not come is told where failed screens are told, and asked for anew by the next', async () => {
  let asked = 0;
  const Part = lazily(async () => {
    asked += 1;
    if (asked === 1) throw new Error('no such file');
    return Screen;
  });
  const { container, unmount } = render(
    <Caught>
      <Part name="Hierarchy" />
    </Caught>,
  );
  await screen.findByText('no such file');
  expect(container.textContent).toBe('no such file');
  unmount();
  render(<Part name="Hierarchy" />);
  expect(await screen.findByRole('heading', { name: 'Hierarchy' })).toBeDefined();
});
