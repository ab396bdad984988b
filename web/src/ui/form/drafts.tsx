import { Box, Flex, Text } from '@mantine/core';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { bottomPart } from '../page/bottom-parts.ts';
import { Notice } from '../page/notice.tsx';
import { TextButton } from '../text-button.tsx';
import classes from './drafts.module.css';

type Values = Readonly<Record<string, unknown>>;
type StoredDraft = { readonly values: Values; readonly at: number };

/** Storage of form drafts, which Mantine's forms do not have, and the texts shown about them. */
export type FormDrafts = {
  findDraft: (form: string) => Promise<StoredDraft | undefined>;
  saveDraft: (form: string, values: Values) => void;
  deleteDraft: (form: string) => void;
  labels: {
    available: (at: number) => string;
    restore: string;
    discard: string;
    note: (at: number) => string | undefined;
  };
};

/** A stored draft that the user can restore or discard. */
export type DraftOffer = { readonly at: number; restore: () => void; discard: () => void };

const DraftsContext = createContext<FormDrafts | undefined>(undefined);

/** Enables drafts for all forms inside. */
export function DraftsProvider({ drafts, children }: { drafts: FormDrafts; children: ReactNode }) {
  return <DraftsContext value={drafts}>{children}</DraftsContext>;
}

type DraftParams = {
  /** Current value of each field. */
  values: Values;
  /** Names of fields with unsaved changes. */
  changed: readonly string[];
  restore: (values: Values) => void;
  /** Distinguishes several forms with the same fields on one page. */
  recordKey: string | undefined;
  /** Whether the current values were submitted; the draft is then deleted on unmount. */
  wasSubmitted: () => boolean;
};

/** Saves unsaved changes as a draft while typing, and offers a draft from an earlier visit. */
export function useDraft({ values, changed, restore, recordKey, wasSubmitted }: DraftParams): {
  offer: DraftOffer | undefined;
  note: string | undefined;
} {
  const drafts = useContext(DraftsContext);
  const [{ form, path }] = useState(() => formIdentity(values, recordKey));
  const [storedDraft, setStoredDraft] = useState<StoredDraft>();
  const [editedAt, setEditedAt] = useState<number>();
  const wasEdited = useRef(false);
  const currentValues = useRef(values);
  const latestDrafts = useRef(drafts);

  useEffect(() => {
    latestDrafts.current = drafts;
    currentValues.current = values;
  });

  useEffect(() => {
    let unmounted = false;
    const loadDraft = async () => {
      const draft = await latestDrafts.current?.findDraft(form);
      const unapplied = draft && unappliedDraft(draft, currentValues.current);
      if (unapplied && !unmounted) setStoredDraft(unapplied);
    };
    void loadDraft();
    return () => {
      unmounted = true;
      // Delete the draft after navigation, which asked for confirmation. When a session ends the path does not change
      // here, so the draft stays.
      if (wasEdited.current && (wasSubmitted() || location.pathname !== path)) latestDrafts.current?.deleteDraft(form);
    };
  }, [form, path, wasSubmitted]);

  const names = changed.join(' ');
  useEffect(() => {
    if (names !== '') {
      wasEdited.current = true;
      latestDrafts.current?.saveDraft(form, pickFields(values, names.split(' ')));
      setEditedAt(floorToMinute(Date.now()));
    } else if (wasEdited.current) {
      wasEdited.current = false;
      latestDrafts.current?.deleteDraft(form);
    }
  }, [form, names, values]);

  const offer = storedDraft && {
    at: storedDraft.at,
    restore: () => {
      setStoredDraft(undefined);
      restore(storedDraft.values);
    },
    discard: () => {
      setStoredDraft(undefined);
      if (names === '') drafts?.deleteDraft(form);
    },
  };
  return { offer, note: names !== '' && editedAt !== undefined ? drafts?.labels.note(editedAt) : undefined };
}

/**
 * Shows that a draft is available, with buttons to restore or discard it. It follows the content of its form and stays
 * at the bottom of the page while another part of the form is shown.
 */
export function DraftNotice({ offer, onDone }: { offer: DraftOffer; onDone: () => void }) {
  const drafts = useContext(DraftsContext);
  if (!drafts) return null;
  const { available, restore, discard } = drafts.labels;
  const decide = (choice: () => void) => () => {
    choice();
    onDone();
  };
  return (
    <Box ref={bottomPart} className={classes.offer} data-draft-offer>
      <Notice role="status" icon="history">
        <Text span inherit c="dimmed" flex="1 1 12rem">
          {available(offer.at)}
        </Text>
        <Flex component="span" gap="md">
          <TextButton onClick={decide(offer.restore)}>{restore}</TextButton>
          <TextButton onClick={decide(offer.discard)}>{discard}</TextButton>
        </Flex>
      </Notice>
    </Box>
  );
}

/** Identifies a form by path, field names and, if given, record key. */
const formIdentity = (values: Values, recordKey = '') => ({
  path: location.pathname,
  form: `${location.pathname} ${Object.keys(values).join(' ')}${recordKey && ` of ${recordKey}`}`,
});

/** The fields of a draft that differ from the current values; undefined if none do. */
function unappliedDraft({ values, at }: StoredDraft, currentValues: Values): StoredDraft | undefined {
  const names = Object.keys(values).filter(
    (name) => name in currentValues && JSON.stringify(values[name]) !== JSON.stringify(currentValues[name]),
  );
  return names.length > 0 ? { values: pickFields(values, names), at } : undefined;
}

const pickFields = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

const floorToMinute = (time: number) => Math.floor(time / 60_000) * 60_000;
