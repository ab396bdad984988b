import { lazyComponent } from '../ui/lazy-component.tsx';

/** A question that is loaded when it first opens: for screens that seldom ask it. */
export const LazyQuestion = lazyComponent(async () => (await import('./question.tsx')).Question);
