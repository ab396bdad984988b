import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { DoorDrawing, ListDrawing, PlugDrawing, SearchDrawing, ShutterDrawing } from './drawings.tsx';
import classes from './states.module.css';

type Words = { title: string; text?: ReactNode; actions?: ReactNode };

/** Nothing here yet, or nothing that matches: says so, with the first thing to do about it. */
export function EmptyState({ drawing = 'list', ...words }: Words & { drawing?: 'list' | 'search' }) {
  return <State drawing={drawing === 'search' ? <SearchDrawing /> : <ListDrawing />} {...words} />;
}

/** The page may not be opened by this person: which right it needs, and who can grant it. */
export function DeniedState(words: Words) {
  return <State drawing={<DoorDrawing />} {...words} />;
}

/** Nothing at this address, or nothing that this person may know of. */
export function NotFoundState(words: Words) {
  return <State drawing={<ShutterDrawing />} {...words} />;
}

type Failure = {
  /** The word for what this is, above its title. */
  kind?: string;
  title: string;
  text: ReactNode;
  retry: { label: string; onRetry: () => void };
  details?: { label: string; copied: string; text: string };
};

/** Something could not be loaded: what is kept, a way to try again, details for whoever helps. */
export function ErrorState({ kind, title, text, retry, details }: Failure) {
  const actions = (
    <>
      <Button onClick={retry.onRetry}>{retry.label}</Button>
      {details && <CopyButton {...details} />}
    </>
  );
  return <State drawing={<PlugDrawing />} kind={kind} title={title} text={text} actions={actions} alarm />;
}

function CopyButton({ label, copied, text }: { label: string; copied: string; text: string }) {
  const [done, setDone] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setDone(true);
  }
  return (
    <Button variant="subtle" color="gray" onClick={() => void copy()}>
      {done ? copied : label}
    </Button>
  );
}

type StateProps = Words & { drawing: ReactNode; kind?: string | undefined; alarm?: boolean };

function State({ drawing, kind, title, text, actions, alarm = false }: StateProps) {
  return (
    <section className={classes.state} role={alarm ? 'alert' : undefined}>
      <div className={classes.drawing}>{drawing}</div>
      {kind && <p className={classes.kind}>{kind}</p>}
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </section>
  );
}
