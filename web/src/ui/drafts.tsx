import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './drafts.module.css';

type Values = Readonly<Record<string, unknown>>;
type Found = { readonly values: Values; readonly at: number };

/** Where forms keep what is typed into them and not saved, and what is said of it. */
export type FormDrafts = {
  find: (form: string) => Promise<Found | undefined>;
  keep: (form: string, values: Values) => void;
  drop: (form: string) => void;
  words: { kept: (at: number) => string; restore: string; discard: string; note: (at: number) => string | undefined };
};

/** What was typed into a form the last time and can be had again. */
export type Offer = { readonly at: number; restore: () => void; discard: () => void };

const DraftsContext = createContext<FormDrafts | undefined>(undefined);

/** Lets every form inside it keep what is typed and not saved. */
export function DraftsProvider({ drafts, children }: { drafts: FormDrafts; children: ReactNode }) {
  return <DraftsContext value={drafts}>{children}</DraftsContext>;
}

type Typed = {
  /** The names of the form's fields, and what stands in them now. */
  values: Values;
  /** Those of them that were changed and not saved. */
  changed: readonly string[];
  restore: (values: Values) => void;
  /** Which record the form is about, where several have one on the same page. */
  about: string | undefined;
  /** Whether what stands in the form now was sent: what closes then is done with it. */
  wasSent: () => boolean;
};

/** Keeps a form's unsaved changes while they are typed, and offers those of an earlier time. */
export function useDraft({ values, changed, restore, about, wasSent }: Typed): {
  offer: Offer | undefined;
  note: string | undefined;
} {
  const drafts = useContext(DraftsContext);
  const [{ form, path }] = useState(() => placeOf(values, about));
  const [found, setFound] = useState<Found>();
  const [typedAt, setTypedAt] = useState<number>();
  const typed = useRef(false);
  const now = useRef(values);
  const latest = useRef(drafts);

  useEffect(() => {
    latest.current = drafts;
    now.current = values;
  });

  useEffect(() => {
    let gone = false;
    const look = async () => {
      const draft = await latest.current?.find(form);
      const news = draft && newsOf(draft, now.current);
      if (news && !gone) setFound(news);
    };
    void look();
    return () => {
      gone = true;
      // Whoever left for another screen was asked; a session that ends leaves by another page.
      if (typed.current && (wasSent() || location.pathname !== path)) latest.current?.drop(form);
    };
  }, [form, path, wasSent]);

  const names = changed.join(' ');
  useEffect(() => {
    if (names !== '') {
      typed.current = true;
      latest.current?.keep(form, only(values, names.split(' ')));
      setTypedAt(toTheMinute(Date.now()));
    } else if (typed.current) {
      typed.current = false;
      latest.current?.drop(form);
    }
  }, [form, names, values]);

  const offer = found && {
    at: found.at,
    restore: () => {
      setFound(undefined);
      restore(found.values);
    },
    discard: () => {
      setFound(undefined);
      if (names === '') drafts?.drop(form);
    },
  };
  return { offer, note: names !== '' && typedAt !== undefined ? drafts?.words.note(typedAt) : undefined };
}

/** Says quietly that something typed earlier was kept, and offers it. */
export function DraftLine({ offer }: { offer: Offer }) {
  const drafts = useContext(DraftsContext);
  if (!drafts) return null;
  const { kept, restore, discard } = drafts.words;
  return (
    <p className={classes.line} role="status">
      <Icon name="history" size={16} />
      <span className={classes.words}>{kept(offer.at)}</span>
      <span className={classes.actions}>
        <button type="button" className={classes.action} onClick={offer.restore}>
          {restore}
        </button>
        <button type="button" className={classes.action} onClick={offer.discard}>
          {discard}
        </button>
      </span>
    </p>
  );
}

/** A form is known by the page it stands on, by its fields, and by the record it is about where there are several. */
const placeOf = (values: Values, about = '') => ({
  path: location.pathname,
  form: `${location.pathname} ${Object.keys(values).join(' ')}${about && ` of ${about}`}`,
});

/** What of a draft is not in the form already. */
function newsOf({ values, at }: Found, now: Values): Found | undefined {
  const names = Object.keys(values).filter(
    (name) => name in now && JSON.stringify(values[name]) !== JSON.stringify(now[name]),
  );
  return names.length > 0 ? { values: only(values, names), at } : undefined;
}

const only = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

const toTheMinute = (time: number) => Math.floor(time / 60_000) * 60_000;
