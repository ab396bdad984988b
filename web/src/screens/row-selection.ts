import { useEffect, useState } from 'react';

/** What somebody has picked out of a list: rows one by one, from whichever pages, or everything that matches. */
export type Picked = {
  readonly ids: ReadonlySet<string>;
  readonly everything: boolean;
  readonly pick: (rows: readonly { id: string }[], picked: boolean) => void;
  readonly pickEverything: () => void;
  readonly clear: () => void;
};

const nothing: ReadonlySet<string> = new Set();

/** Keeps what is picked out of a list, for as long as it is narrowed by the same words. */
export function useRowSelection(narrowedBy: string): Picked {
  const [ids, setIds] = useState(nothing);
  const [everything, setEverything] = useState(false);
  const clear = () => {
    setIds(nothing);
    setEverything(false);
  };
  useEffect(clear, [narrowedBy]);
  return {
    ids,
    everything,
    pick(rows, picked) {
      // everything has no exceptions: whoever unticks one begins anew
      if (everything) {
        setEverything(false);
        setIds(nothing);
        return;
      }
      setIds((before) => {
        const after = new Set(before);
        for (const { id } of rows) {
          if (picked) after.add(id);
          else after.delete(id);
        }
        return after;
      });
    },
    pickEverything: () => setEverything(true),
    clear,
  };
}
