import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';

const Screen = ({ name }: { name: string }) => <h1>{name}</h1>;
const Fallback = () => <p>waits</p>;

class ErrorBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render = () => this.state.error?.message ?? this.props.children;
}

test('waits for its module without hiding its siblings, and renders at once afterwards', async () => {
  const module = Promise.withResolvers<typeof Screen>();
  const LazyScreen = lazyComponent(() => module.promise, Fallback);
  const { container } = render(
    <>
      <p>around</p>
      <LazyScreen name="Hierarchy" />
    </>,
  );
  expect(container.textContent).toBe('aroundwaits');
  module.resolve(Screen);
  expect(await screen.findByRole('heading', { name: 'Hierarchy' })).toBeDefined();
  expect(render(<LazyScreen name="Roles" />).container.textContent).toBe('Roles');
});

test('renders an instance mounted during loading as soon as the first instance', async () => {
  const module = Promise.withResolvers<typeof Screen>();
  let isLoaded = false;
  const LazyScreen = lazyComponent(async () => {
    const component = await module.promise;
    isLoaded = true;
    return component;
  });
  render(<LazyScreen name="Hierarchy" />);
  const second = render(<LazyScreen name="Roles" />);
  module.resolve(Screen);
  await screen.findByRole('heading', { name: 'Hierarchy' });
  expect([isLoaded, second.container.textContent]).toEqual([true, 'Roles']);
});

test('throws a failed import to the error boundary, and retries it on the next mount', async () => {
  let attempts = 0;
  const LazyScreen = lazyComponent(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('no such file');
    return Screen;
  });
  const { container, unmount } = render(
    <ErrorBoundary>
      <LazyScreen name="Hierarchy" />
    </ErrorBoundary>,
  );
  await screen.findByText('no such file');
  expect(container.textContent).toBe('no such file');
  unmount();
  render(<LazyScreen name="Hierarchy" />);
  expect(await screen.findByRole('heading', { name: 'Hierarchy' })).toBeDefined();
});
